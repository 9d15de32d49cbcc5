// Unpacks a file of `xz --format=lzma`: a range decoder, and LZMA's model of literals, matches and repeated distances. The
// module comes so because it is a sixth smaller than with gzip, and no browser unpacks that by itself.

/** Bytes of the header: properties, the size of the dictionary, the size of the content (or all ones: a mark ends it). */
const HEADER = 13;
const STATES = 12,
  POSITIONS = 16;
/** States from here on follow a match. */
const AFTER_MATCH = 7;
/** Lengths are coded from this on. */
const SHORTEST = 2;
const BITS = 11,
  SHIFT = 5;

const fresh = (count: number) => new Uint16Array(count).fill(1 << (BITS - 1));

class Range {
  /** Range and code; an array of words, since numbers above 2^30 are slow elsewhere. */
  private s = new Uint32Array([0xffffffff, 0]);
  constructor(
    private bytes: Uint8Array,
    private at: number,
  ) {
    for (let i = 0; i < 5; ++i) this.s[1] = (this.s[1] << 8) | bytes[this.at++];
  }

  private refill() {
    if (this.at >= this.bytes.length) throw new Error('The packed module ends too early.');
    this.s[0] <<= 8;
    this.s[1] = (this.s[1] << 8) | this.bytes[this.at++];
  }

  bit(chances: Uint16Array, i: number): number {
    const s = this.s,
      chance = chances[i],
      bound = Math.imul(s[0] >>> BITS, chance) >>> 0;
    let bit = 0;
    if (s[1] < bound) {
      s[0] = bound;
      chances[i] = chance + (((1 << BITS) - chance) >> SHIFT);
    } else {
      bit = 1;
      s[0] -= bound;
      s[1] -= bound;
      chances[i] = chance - (chance >> SHIFT);
    }
    if (s[0] < 1 << 24) this.refill();
    return bit;
  }

  /** Bits whose chances are even. */
  plain(count: number): number {
    const s = this.s;
    let value = 0;
    for (; count > 0; --count) {
      s[0] >>>= 1;
      const bit = s[1] >= s[0] ? 1 : 0;
      if (bit) s[1] -= s[0];
      value = (value << 1) | bit;
      if (s[0] < 1 << 24) this.refill();
    }
    return value >>> 0;
  }

  /** A number of `count` bits, the highest first; its chances stand from `from` on. */
  tree(chances: Uint16Array, from: number, count: number): number {
    let m = 1;
    for (let i = 0; i < count; ++i) m = (m << 1) | this.bit(chances, from + m);
    return m - (1 << count);
  }

  /** The same, the lowest bit first. */
  reverse(chances: Uint16Array, from: number, count: number): number {
    let m = 1,
      value = 0;
    for (let i = 0; i < count; ++i) {
      const bit = this.bit(chances, from + m);
      m = (m << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

class Length {
  private choice = fresh(2);
  private low = fresh(POSITIONS << 3);
  private middle = fresh(POSITIONS << 3);
  private high = fresh(256);
  read(r: Range, position: number): number {
    if (!r.bit(this.choice, 0)) return SHORTEST + r.tree(this.low, position << 3, 3);
    if (!r.bit(this.choice, 1)) return SHORTEST + 8 + r.tree(this.middle, position << 3, 3);
    return SHORTEST + 16 + r.tree(this.high, 0, 8);
  }
}

class Distance {
  private slots = fresh(4 << 6);
  private special = fresh(128);
  private align = fresh(16);
  read(r: Range, length: number): number {
    const slot = r.tree(this.slots, Math.min(length - SHORTEST, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1,
      start = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return start + r.reverse(this.special, start - slot, bits);
    return (start + ((r.plain(bits - 4) << 4) >>> 0) + r.reverse(this.align, 0, 4)) >>> 0;
  }
}

export function unpack(packed: Uint8Array): Uint8Array {
  const lc = packed[0] % 9,
    lp = Math.floor(packed[0] / 9) % 5,
    pb = Math.floor(packed[0] / 45);
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  if (size === 0xffffffff) throw new Error('The packed module does not say its size.');
  const r = new Range(packed, HEADER),
    out = new Uint8Array(size),
    literals = fresh(0x300 << (lc + lp));
  const isMatch = fresh(STATES * POSITIONS),
    isRepeat = fresh(STATES),
    isOther = fresh(STATES),
    isOlder = fresh(STATES),
    isOldest = fresh(STATES),
    isLong = fresh(STATES * POSITIONS);
  const lengths = new Length(),
    again = new Length(),
    distances = new Distance();
  let last = [0, 0, 0, 0],
    state = 0;

  const literal = (n: number) => {
    const before = n > 0 ? out[n - 1] : 0,
      from = 0x300 * (((n & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let m = 1;
    if (state >= AFTER_MATCH) {
      let match = out[n - last[0] - 1];
      while (m < 0x100) {
        const expected = (match >> 7) & 1,
          bit = r.bit(literals, from + ((1 + expected) << 8) + m);
        match <<= 1;
        m = (m << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (m < 0x100) m = (m << 1) | r.bit(literals, from + m);
    out[n] = m;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };

  /** The length of a match, whose distance is then last[0]. */
  const match = (position: number): number => {
    if (!r.bit(isRepeat, state)) {
      const length = lengths.read(r, position);
      state = state < AFTER_MATCH ? 7 : 10;
      last = [distances.read(r, length), last[0], last[1], last[2]];
      return length;
    }
    if (!r.bit(isOther, state)) {
      if (!r.bit(isLong, (state << 4) + position)) {
        state = state < AFTER_MATCH ? 9 : 11;
        return 1;
      }
    } else {
      const which = !r.bit(isOlder, state) ? 1 : 2 + r.bit(isOldest, state);
      last = [last[which], ...last.filter((_, i) => i !== which)];
    }
    const length = again.read(r, position);
    state = state < AFTER_MATCH ? 8 : 11;
    return length;
  };

  for (let n = 0; n < size; ) {
    const position = n & ((1 << pb) - 1);
    if (!r.bit(isMatch, (state << 4) + position)) {
      literal(n++);
      continue;
    }
    const length = match(position),
      from = n - last[0] - 1;
    if (from < 0 || n + length > size) throw new Error('The packed module is broken.');
    for (let i = 0; i < length; ++i) out[n + i] = out[from + i];
    n += length;
  }
  return out;
}
