// Axes, ticks, curves and labels in SVG, in the look of carom's figures. Drawings are text: a view is drawn anew in every
// frame, and nothing in it has a state.
export const WIDTH = 420;

export const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A number as people write it. */
export function number(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return '–';
  const rounded = Number(x.toPrecision(digits));
  const size = Math.abs(rounded);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? rounded.toExponential() : String(rounded);
  return text
    .replace(/^-/, '−')
    .replace(
      /e\+?(-?)(\d+)/,
      (_, sign, power) => `×10${sign ? '⁻' : ''}${[...power].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('')}`,
    );
}

/** From `low` to `high` with some air, and never empty. */
export function span(values: number[], air = 0.06): [number, number] {
  let low = Infinity,
    high = -Infinity;
  for (const v of values)
    if (Number.isFinite(v)) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  if (!(low <= high)) return [0, 1];
  const room = high > low ? air * (high - low) : Math.abs(high) * 0.1 || 0.1;
  return [low - room, high + room];
}

function ticks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough)!;
  const all: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high + 1e-9 * step; ++i) all.push(Number((i * step).toPrecision(12)));
  return all;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels: of words beside a mark, their letters and lines, and where else they may stand. */
const BESIDE = 12,
  LETTER = 7,
  LINE = 14,
  SHIFTS = [4, 18, -10, 32, -24, 46, -38];
let serial = 0;

/** One panel: a box on the sheet and the data that it spans. */
export class Panel {
  private clip = `clip${++serial}`;
  constructor(
    readonly box: Box,
    public x: [number, number],
    public y: [number, number],
  ) {}

  /** One scale for both axes: the shorter side gets more room. */
  equal(): this {
    const unit = Math.max((this.x[1] - this.x[0]) / this.box.width, (this.y[1] - this.y[0]) / this.box.height);
    const grow = ([a, b]: [number, number], size: number): [number, number] => [
      (a + b - unit * size) / 2,
      (a + b + unit * size) / 2,
    ];
    this.x = grow(this.x, this.box.width);
    this.y = grow(this.y, this.box.height);
    return this;
  }

  X = (x: number) => this.box.left + ((x - this.x[0]) / (this.x[1] - this.x[0])) * this.box.width;
  Y = (y: number) => this.box.top + this.box.height - ((y - this.y[0]) / (this.y[1] - this.y[0])) * this.box.height;
  at = (x: number, y: number) => `${this.X(x).toFixed(2)} ${this.Y(y).toFixed(2)}`;

  path(points: [number, number][], style: string, closed = false): string {
    const parts: string[] = [];
    let pen = 'M';
    for (const [x, y] of points) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) {
        pen = 'M';
        continue;
      }
      parts.push(pen + this.at(x, y));
      pen = 'L';
    }
    return parts.length ? `<path class="${style}" d="${parts.join('')}${closed ? 'Z' : ''}"/>` : '';
  }

  /** The line t x + n y + c = 0, right across. */
  line(t: number, n: number, c: number, style: string): string {
    const size = Math.hypot(t, n);
    if (!(size > 0)) return '';
    const far =
      Math.hypot(this.x[1] - this.x[0], this.y[1] - this.y[0]) +
      Math.abs(c / size) +
      Math.abs(this.x[0]) +
      Math.abs(this.y[0]);
    const [ox, oy] = [(-c * t) / size ** 2, (-c * n) / size ** 2];
    return this.path(
      [
        [ox - (far * n) / size, oy + (far * t) / size],
        [ox + (far * n) / size, oy - (far * t) / size],
      ],
      style,
    );
  }

  mark(kind: string, x: number, y: number): string {
    const [px, py] = [this.X(x), this.Y(y)];
    if (!Number.isFinite(px) || !Number.isFinite(py)) return '';
    if (kind === 'square') return `<rect class="mark" x="${px - 4.5}" y="${py - 4.5}" width="9" height="9"/>`;
    if (kind === 'diamond')
      return `<path class="mark" d="M${px} ${py - 6.5}L${px + 6.5} ${py}L${px} ${py + 6.5}L${px - 6.5} ${py}Z"/>`;
    return `<circle class="mark ${kind}" cx="${px}" cy="${py}" r="${kind === 'now' ? 6 : 5}"/>`;
  }

  /** Words beside places, on the side where there is room, and below each other where they would cover each other. */
  labels(all: { words: string; x: number; y: number }[]): string {
    const taken: { left: number; right: number; y: number }[] = [];
    return all
      .map(({ words, x, y }) => {
        const px = this.X(x),
          isLeft = px > this.box.left + 0.68 * this.box.width,
          at = isLeft ? px - BESIDE : px + BESIDE,
          [left, right] = isLeft ? [at - LETTER * words.length, at] : [at, at + LETTER * words.length];
        const isFree = (dy: number) =>
          taken.every((t) => t.right < left || t.left > right || Math.abs(t.y - this.Y(y) - dy) >= LINE);
        const down = SHIFTS.find(isFree) ?? SHIFTS[0];
        taken.push({ left, right, y: this.Y(y) + down });
        return `<text class="name" x="${at}" y="${this.Y(y) + down}" text-anchor="${isLeft ? 'end' : 'start'}">${escape(words)}</text>`;
      })
      .join('');
  }

  inside(content: string): string {
    const { left, top, width, height } = this.box;
    return `<clipPath id="${this.clip}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#${this.clip})">${content}</g>`;
  }

  /** Frame, ticks, the lines of zero, and what the axes mean. */
  axes(across: string, up: string, ticksAcross = true): string {
    const { left, top, width, height } = this.box,
      bottom = top + height;
    const zero =
      (this.x[0] < 0 && this.x[1] > 0 ? `<path class="zero" d="M${this.X(0)} ${top}V${bottom}"/>` : '') +
      (this.y[0] < 0 && this.y[1] > 0 ? `<path class="zero" d="M${left} ${this.Y(0)}H${left + width}"/>` : '');
    const below = !ticksAcross
      ? ''
      : ticks(...this.x, Math.max(2, width / 70))
          .map(
            (x) =>
              `<path class="tick" d="M${this.X(x)} ${bottom}v4"/><text class="small" x="${this.X(x)}" y="${bottom + 16}" text-anchor="middle">${number(x)}</text>`,
          )
          .join('');
    const beside = ticks(...this.y, Math.max(2, height / 45))
      .map(
        (y) =>
          `<path class="tick" d="M${left} ${this.Y(y)}h-4"/><text class="small" x="${left - 7}" y="${this.Y(y) + 4}" text-anchor="end">${number(y)}</text>`,
      )
      .join('');
    return (
      `${zero}<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}"/>${below}${beside}` +
      (across ? `<text x="${left + width / 2}" y="${bottom + 33}" text-anchor="middle">${across}</text>` : '') +
      `<text transform="translate(13 ${top + height / 2}) rotate(-90)" text-anchor="middle">${up}</text>`
    );
  }
}

/** Entries of a legend, two a row, below everything. */
export function legend(entries: [string, string][], top: number): string {
  return entries
    .map(([style, words], i) => {
      const x = 20 + (i % 2) * 200,
        y = top + 17 * Math.floor(i / 2);
      const sample =
        style === 'strike'
          ? `<path class="strike" d="M${x + 13} ${y - 5}l5 5l-5 5l-5 -5z"/>`
          : style.startsWith('fill')
            ? `<rect class="${style}" x="${x}" y="${y - 6}" width="26" height="11"/>`
            : `<path class="${style}" d="M${x} ${y}h26"/>`;
      return `${sample}<text class="small" x="${x + 33}" y="${y + 4}">${words}</text>`;
    })
    .join('');
}

export function sheet(content: string, height: number, label: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(label)}" xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
}
