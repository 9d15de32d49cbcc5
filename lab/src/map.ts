// The map: two numbers of the scenario across and up, one value of its answer as colour. Workers share the rows; while one
// map is being made, only the last one that was asked for waits. The first look is coarse, and finer ones follow as far as
// they can be afforded: a point costs microseconds where one contact is rigid, and a whole run where it is a motion.
import type { Axis, MapRequest } from './module';
import { escape, number } from './plot';

/** An axis of a map, whatever its points. */
export type Side = Omit<Axis, 'count'>;

export interface MapWish {
  text: string;
  x: Side;
  y: Side;
  show: string;
  motion: boolean;
  /** Points a side that are wanted at most. */
  most: number;
}

interface Part {
  id: number;
  firstRow: number;
  values: Float64Array;
  words: string[];
  failure?: string;
}

/** Okabe and Ito's colours, light enough for dark text; words stand beside them. */
const COLOURS = [
  '#d9d9d4',
  '#8fbfe0',
  '#f0b98d',
  '#86cdb5',
  '#d9a3c4',
  '#e8d27a',
  '#a8a8a8',
  '#c6dff0',
  '#f7dcc4',
  '#c4e6da',
  '#ecd2e1',
  '#f4e9bd',
];
/** From little to much, even in grey. */
const RAMP: [number, number, number][] = [
  [26, 52, 92],
  [32, 110, 150],
  [70, 165, 160],
  [160, 205, 150],
  [245, 235, 170],
];
const MOST_WORKERS = 4;
/** Points a side, from the first look to the last. */
const SIDES = [8, 16, 32, 64, 128, 200];
/** Points a side while something is dragged. */
export const COARSE = 64;
/** ms: a step that takes no longer is taken at once; a longer one comes after the coarser map was shown; none takes more. */
const AT_ONCE = 100,
  MOST = 4000,
  /** ms: rows are handed out in portions of this length, so that a new wish need not wait long. */
  PORTION = 40;

export class MapView {
  private workers: Worker[] = [];
  private idleWorkers: Worker[] = [];
  private id = 0;
  private pending = 0;
  private nextRow = 0;
  private side = 0;
  private isFirst = true;
  private waiting: MapWish | null = null;
  private values = new Float64Array(0);
  private words: string[] = [];
  private wish: MapWish | null = null;
  private failure: string | null = null;
  private asked = 0;
  /** ms of one worker for one point, as far as known. */
  private cost = 0;
  /** The map that is shown, for a pointer over it. */
  private shown: { values: Float64Array; words: string[]; side: number } | null = null;
  /** ms that each finished map took, with its points. */
  readonly times: [number, number][] = [];

  constructor(
    private canvas: HTMLCanvasElement,
    private key: HTMLElement,
    private say: (failure: string) => void,
  ) {}

  /** The bytes of the module and a way to make a worker. */
  start(bytes: ArrayBuffer, make: () => Worker) {
    const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2));
    this.workers = Array.from({ length: count }, () => {
      const worker = make();
      worker.postMessage({ bytes });
      worker.onmessage = ({ data }) => this.take(worker, data);
      return worker;
    });
    this.idleWorkers = [...this.workers];
    if (this.waiting) this.ask(this.waiting);
  }

  /** Of another scenario nobody knows what a point costs, and the map that is shown is no longer its own. */
  forget() {
    this.cost = 0;
    this.shown = null;
    this.canvas.width = this.canvas.height = 1;
    this.key.innerHTML = '<li>The first look is being made…</li>';
  }

  /** Whether a map can follow a drag. */
  get isQuick() {
    return this.affordable(AT_ONCE, COARSE) === COARSE;
  }

  /** Takes the place of whatever is being made, but for the first look, so that a drag does not outrun it. */
  ask(wish: MapWish) {
    if (this.pending > 0 || this.workers.length === 0) {
      this.waiting = wish;
      return;
    }
    this.waiting = null;
    if (this.wish?.show !== wish.show || this.wish.motion !== wish.motion) this.cost = 0;
    this.wish = wish;
    this.isFirst = true;
    this.begin(this.affordable(AT_ONCE, wish.most) || SIDES[0]);
  }

  /** The most points a side that take no longer than `time`; 0 where nobody knows, or where none do. */
  private affordable(time: number, most: number): number {
    if (!(this.cost > 0)) return 0;
    const fine = SIDES.filter((n) => n <= most && (n * n * this.cost) / this.workers.length <= time);
    return fine[fine.length - 1] ?? 0;
  }

  private begin(side: number) {
    this.side = side;
    this.asked = performance.now();
    this.values = new Float64Array(side * side);
    this.words = [];
    this.failure = null;
    this.nextRow = 0;
    ++this.id;
    this.handOut();
  }

  private handOut() {
    const { side } = this,
      share = Math.ceil(side / this.workers.length);
    const portion = this.cost > 0 ? Math.floor(PORTION / (this.cost * side)) : Math.ceil(share / 4);
    while (this.idleWorkers.length > 0 && this.nextRow < side && this.failure === null) {
      const { text, x, y, show, motion } = this.wish!,
        rowCount = Math.min(side - this.nextRow, share, Math.max(1, portion));
      const request: MapRequest = {
        text,
        across: { ...x, count: side },
        up: { ...y, count: side },
        show,
        motion,
        firstRow: this.nextRow,
        rowCount,
      };
      this.nextRow += rowCount;
      ++this.pending;
      this.idleWorkers.pop()!.postMessage({ id: this.id, request });
    }
  }

  /** Whether all that was asked for is shown. */
  get idle() {
    return this.pending === 0 && this.waiting === null && this.workers.length > 0;
  }

  /** The value at a point of the map that is shown, for a pointer over it. */
  at(x: number, y: number): string {
    if (!this.shown) return '';
    const { values, words, side } = this.shown,
      value = values[Math.round(y * (side - 1)) * side + Math.round(x * (side - 1))];
    return words.length
      ? (words[value] ?? 'no answer')
      : Number.isFinite(value)
        ? number(value)
        : 'no answer';
  }

  private take(worker: Worker, part: Part) {
    this.idleWorkers.push(worker);
    --this.pending;
    if (part.failure !== undefined) this.failure = part.failure;
    else this.merge(part);
    if (!this.waiting || this.isFirst) this.handOut();
    if (this.pending > 0) return;
    if (!this.waiting || this.isFirst) this.finish();
    else this.ask(this.waiting);
  }

  private finish() {
    this.isFirst = false;
    if (this.failure !== null) {
      if (this.shown === null) this.key.innerHTML = '';
      this.say(this.failure);
    } else this.put(performance.now() - this.asked);
    if (this.waiting) this.ask(this.waiting);
    else if (this.failure === null) this.refine();
  }

  private put(took: number) {
    this.times.push([took, this.values.length]);
    this.shown = { values: this.values, words: this.words, side: this.side };
    this.cost = (took * this.workers.length) / this.values.length;
    this.paint();
  }

  private refine() {
    const finer = this.affordable(AT_ONCE, this.wish!.most),
      next = SIDES.find((n) => n > this.side) ?? 0;
    const side = finer > this.side ? finer : next <= this.affordable(MOST, this.wish!.most) ? next : 0;
    if (side) this.begin(side);
  }

  /** Each worker numbers the words that it met; here they get one numbering. */
  private merge(part: Part) {
    const numbers = part.words.map((word) => {
      if (!this.words.includes(word)) this.words.push(word);
      return this.words.indexOf(word);
    });
    const values = numbers.length ? part.values.map((v) => numbers[v] ?? NaN) : part.values;
    this.values.set(values, part.firstRow * this.side);
  }

  private paint() {
    const { side } = this,
      brush = this.canvas.getContext('2d')!;
    this.canvas.width = this.canvas.height = side;
    const image = brush.createImageData(side, side),
      colour = this.words.length ? this.wordColour() : this.ramp();
    this.values.forEach((value, i) => {
      const row = side - 1 - Math.floor(i / side),
        [r, g, b] = colour(value);
      image.data.set([r, g, b, 255], 4 * (row * side + (i % side)));
    });
    brush.putImageData(image, 0, 0);
  }

  private wordColour(): (value: number) => number[] {
    const sorted = [...this.words].sort(),
      place = this.words.map((word) => sorted.indexOf(word));
    this.key.innerHTML = sorted
      .map((word, i) => `<li><i style="background:${COLOURS[i % COLOURS.length]}"></i>${escape(word)}</li>`)
      .join('');
    const parts = COLOURS.map((c) => [1, 3, 5].map((k) => parseInt(c.slice(k, k + 2), 16)));
    return (value) => (Number.isFinite(value) ? parts[place[value] % COLOURS.length] : [255, 255, 255]);
  }

  private ramp(): (value: number) => number[] {
    let low = Infinity,
      high = -Infinity;
    for (const v of this.values)
      if (Number.isFinite(v)) {
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    const stops = RAMP.map((c, i) => `rgb(${c}) ${(100 * i) / (RAMP.length - 1)}%`).join(',');
    this.key.innerHTML =
      low <= high
        ? `<li>${number(low)} <i class="ramp" style="background:linear-gradient(90deg,${stops})"></i> ${number(high)}</li>`
        : '<li>no answer anywhere here</li>';
    return (value) => {
      if (!Number.isFinite(value)) return [255, 255, 255];
      const at = high > low ? ((value - low) / (high - low)) * (RAMP.length - 1) : 0,
        i = Math.min(RAMP.length - 2, Math.floor(at));
      return RAMP[i].map((c, k) => c + (at - i) * (RAMP[i + 1][k] - c));
    };
  }
}
