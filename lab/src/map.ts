// The map: two numbers of the scenario across and up, one value of its answer as colour. Workers share the rows; while one
// map is being made, only the last one that was asked for waits.
import type { Axis, MapRequest } from './module';
import { escape, number } from './plot';

export interface MapWish {
  text: string;
  across: Axis;
  up: Axis;
  show: string;
  motion: boolean;
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

export class MapView {
  private workers: Worker[] = [];
  private id = 0;
  private pending = 0;
  private waiting: MapWish | null = null;
  private values = new Float64Array(0);
  private words: string[] = [];
  private wish: MapWish | null = null;
  private asked = 0;
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
      worker.onmessage = ({ data }) => this.take(data);
      return worker;
    });
    if (this.waiting) this.ask(this.waiting);
  }

  ask(wish: MapWish) {
    if (this.pending > 0 || this.workers.length === 0) {
      this.waiting = wish;
      return;
    }
    this.waiting = null;
    this.wish = wish;
    this.asked = performance.now();
    this.pending = this.workers.length;
    this.values = new Float64Array(wish.across.count * wish.up.count);
    this.words = [];
    const id = ++this.id,
      cut = (i: number) => Math.floor((i * wish.up.count) / this.workers.length);
    this.workers.forEach((worker, i) =>
      worker.postMessage({
        id,
        request: { ...wish, firstRow: cut(i), rowCount: cut(i + 1) - cut(i) } satisfies MapRequest,
      }),
    );
  }

  /** Whether all that was asked for is shown. */
  get idle() {
    return this.pending === 0 && this.waiting === null && this.workers.length > 0;
  }

  /** The value at a point of the last map, for a pointer over it. */
  at(x: number, y: number): string {
    if (!this.wish) return '';
    const { across, up } = this.wish,
      column = Math.round(x * (across.count - 1)),
      row = Math.round(y * (up.count - 1));
    const value = this.values[row * across.count + column];
    return this.words.length
      ? (this.words[value] ?? 'no answer')
      : Number.isFinite(value)
        ? number(value)
        : 'no answer';
  }

  private take(part: Part) {
    if (part.id !== this.id) return;
    if (part.failure !== undefined) this.say(part.failure);
    else this.merge(part);
    if (--this.pending > 0) return;
    if (part.failure === undefined) {
      this.times.push([performance.now() - this.asked, this.values.length]);
      this.paint();
    }
    if (this.waiting) this.ask(this.waiting);
  }

  /** Each worker numbers the words that it met; here they get one numbering. */
  private merge(part: Part) {
    const numbers = part.words.map((word) => {
      if (!this.words.includes(word)) this.words.push(word);
      return this.words.indexOf(word);
    });
    const values = numbers.length ? part.values.map((v) => numbers[v] ?? NaN) : part.values;
    this.values.set(values, part.firstRow * this.wish!.across.count);
  }

  private paint() {
    const { across, up } = this.wish!,
      brush = this.canvas.getContext('2d')!;
    this.canvas.width = across.count;
    this.canvas.height = up.count;
    const image = brush.createImageData(across.count, up.count),
      colour = this.words.length ? this.wordColour() : this.ramp();
    this.values.forEach((value, i) => {
      const row = up.count - 1 - Math.floor(i / across.count),
        [r, g, b] = colour(value);
      image.data.set([r, g, b, 255], 4 * (row * across.count + (i % across.count)));
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
