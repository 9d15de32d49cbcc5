// The panel around the map: its axes, the cross, the pointer, and the keys.
import { COARSE, MapView, type Side } from './map';
import type { Axis, Carom } from './module';
import { escape, number } from './plot';
import type { Change } from './scene';
import { surfaces } from './panels';
import type { Answer } from './types';

const $ = <T extends Element = HTMLElement>(id: string) => document.getElementById(id) as unknown as T;

/** Points a side when nothing is dragged, as far as they can be afforded. */
const FINE = 200;
/** ms that a pointer rests on the map of a motion before the run right there is asked for. */
const REST = 120;

type Json = number | string | boolean | null | Json[] | { [key: string]: Json };

/** Every number (and word) of a JSON value, by its path. */
function leaves(value: Json, path = ''): [string, number | string | boolean][] {
  if (value === null) return [];
  if (typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner as Json, path ? `${path}.${key}` : key));
}

export class MapPanel {
  coarse = false;
  private view = new MapView($('map'), $('map-key'), (words) => {
    $('map-readout').textContent = words;
  });
  private shown = '';
  private numbers = new Map<string, number>();
  private x: Side = { path: '', from: 0, to: 1 };
  private y: Side = { path: '', from: 0, to: 1 };
  private show = '';
  private motion = false;
  private resting = 0;
  private now!: Answer;

  constructor(
    private carom: Carom,
    private change: Change,
  ) {
    const canvas = $<HTMLCanvasElement>('map');
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.go(event, false);
    });
    canvas.addEventListener('pointermove', (event) => (event.buttons ? this.go(event, false) : this.hover(event)));
    canvas.addEventListener('pointerup', (event) => this.go(event, true));
    canvas.addEventListener('pointerleave', () => {
      clearTimeout(this.resting);
      this.say();
    });
    canvas.addEventListener('keydown', (event) => this.key(event));
    $('map-form').addEventListener('change', () => this.read());
    $('map-form').addEventListener('submit', (event) => event.preventDefault());
  }

  start(bytes: ArrayBuffer, make: () => Worker) {
    this.view.start(bytes, make);
  }
  get idle() {
    return this.view.idle;
  }
  get times() {
    return this.view.times;
  }
  get axes() {
    return { x: this.x, y: this.y, show: this.show };
  }

  /** A new scenario: what its map is over unless somebody chooses. */
  open(a: Answer) {
    const [path, surface] = surfaces(a)[0] ?? ['', { mu: 0.5, e: 0.5 }];
    this.motion = a.result === null;
    const smooth = surfaces(a).length > 1 && surfaces(a).every(([, s]) => s.mu === 0);
    this.x = smooth
      ? { path: `${surfaces(a)[1][0]}.e`, from: 0, to: 1 }
      : { path: `${path}.mu`, from: 0, to: Math.max(1.5, 1.5 * surface.mu) };
    this.y = { path: `${path}.e`, from: 0, to: 1 };
    this.show = this.motion ? 'impacts.count' : a.result!.contacts.length > 1 ? 'energy.after' : 'contacts.0.mode';
    if (a.scenario.motion?.table) this.openTable(a);
    this.view.forget();
    this.write();
    this.suggest(a);
  }

  /** How fast, and how far the balls slide. */
  private openTable(a: Answer) {
    const { strokes, balls } = a.scenario.motion!.table!,
      speed = strokes?.[0]?.speed;
    this.x = speed
      ? {
          path: 'motion.table.strokes.0.speed',
          from: Number((speed / 4).toPrecision(2)),
          to: Number((2 * speed).toPrecision(2)),
        }
      : { path: 'motion.table.balls.e', from: Math.min(0.5, balls.e), to: 1 };
    this.y = { path: 'motion.table.cloth.slide', from: 0.05, to: 0.4 };
    const other = Object.keys(a.scenario.bodies ?? {}).find((name) => !/cue|white/.test(name));
    if (!speed && other) this.show = `end.bodies.${other}.position.0`;
  }

  draw(a: Answer) {
    this.now = a;
    this.numbers = new Map(
      leaves(a.scenario as unknown as Json).filter((l): l is [string, number] => typeof l[1] === 'number'),
    );
    this.cross();
    if (this.coarse && this.view.isQuick) this.ask(COARSE);
  }

  settled(a: Answer) {
    this.now = a;
    this.coarse = false;
    this.suggest(a);
    this.ask(FINE);
    this.say();
  }

  /** The map changes only with what is not on its axes. */
  private ask(most: number) {
    let text = this.now.text;
    try {
      for (const axis of [this.x, this.y]) text = this.carom.set(text, axis.path, String(axis.from));
    } catch {
      /* what cannot be set is said by the map */
    }
    const key = JSON.stringify([text, this.x, this.y, this.show, most]);
    if (key === this.shown || !this.x.path.includes('.')) return;
    this.shown = key;
    this.view.ask({
      text: this.now.text,
      x: this.x,
      y: this.y,
      show: this.show,
      motion: this.motion,
      most,
    });
  }

  private cross() {
    const at = (axis: Side) => ((this.numbers.get(axis.path) ?? NaN) - axis.from) / (axis.to - axis.from);
    const x = 100 * at(this.x),
      y = 100 * (1 - at(this.y)),
      d = `M${x} 0V100M0 ${y}H100`;
    $('cross').innerHTML = Number.isFinite(x + y) ? `<path class="halo" d="${d}"/><path d="${d}"/>` : '';
  }

  private where(event: PointerEvent): [number, number] {
    const box = $('map').getBoundingClientRect(),
      part = (v: number, size: number) => Math.min(1, Math.max(0, v / size));
    return [part(event.clientX - box.left, box.width), 1 - part(event.clientY - box.top, box.height)];
  }

  private go(event: PointerEvent, settled: boolean) {
    const [x, y] = this.where(event);
    this.set(this.x.from + x * (this.x.to - this.x.from), this.y.from + y * (this.y.to - this.y.from), settled);
  }

  private set(x: number, y: number, settled: boolean) {
    const tidy = (v: number, axis: Side) =>
      String(Number(v.toPrecision(4)) || Math.min(Math.max(0, axis.from), axis.to));
    this.change({ [this.x.path]: tidy(x, this.x), [this.y.path]: tidy(y, this.y) }, settled);
  }

  private key(event: KeyboardEvent) {
    const step = event.shiftKey ? 0.1 : 0.01,
      way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!way) return;
    event.preventDefault();
    const moved = (axis: Side, part: number) =>
      Math.min(axis.to, Math.max(axis.from, (this.numbers.get(axis.path) ?? axis.from) + part * (axis.to - axis.from)));
    this.set(moved(this.x, way[0]), moved(this.y, way[1]), true);
  }

  private hover(event: PointerEvent) {
    const [px, py] = this.where(event),
      at = (axis: Side, part: number) => axis.from + part * (axis.to - axis.from);
    const [x, y] = [at(this.x, px), at(this.y, py)];
    const tell = (words: string) => {
      $('map-readout').textContent = `${number(x, 3)}, ${number(y, 3)}: ${words}`;
    };
    clearTimeout(this.resting);
    tell(this.motion ? this.view.at(px, py) : this.solve(x, y));
    if (this.motion) this.resting = window.setTimeout(() => tell(this.solve(x, y)), REST);
  }

  /** The value right there, not that of the nearest point of the map. */
  private solve(x: number, y: number): string {
    const from = (axis: Side, value: number): Axis => ({ path: axis.path, from: value, to: value, count: 1 });
    try {
      const { values, words } = this.carom.map({
        text: this.now.text,
        across: from(this.x, x),
        up: from(this.y, y),
        show: this.show,
        motion: this.motion,
        firstRow: 0,
        rowCount: 1,
      });
      return words.length
        ? (words[values[0]] ?? 'no answer')
        : Number.isFinite(values[0])
          ? number(values[0])
          : 'no answer';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private say() {
    $('map-readout').textContent =
      `now: ${number(this.numbers.get(this.x.path) ?? NaN, 3)}, ${number(this.numbers.get(this.y.path) ?? NaN, 3)}`;
  }

  private write() {
    const set = (id: string, value: string | number) => {
      $<HTMLInputElement>(id).value = String(value);
    };
    set('map-x', this.x.path);
    set('map-x0', this.x.from);
    set('map-x1', this.x.to);
    set('map-y', this.y.path);
    set('map-y0', this.y.from);
    set('map-y1', this.y.to);
    set('map-show', this.show);
    this.caption();
  }

  private caption() {
    const ends = (axis: Side) =>
      `<span>${number(axis.from)}</span><b>${escape(axis.path)}</b><span>${number(axis.to)}</span>`;
    $('map-across').innerHTML = ends(this.x);
    $('map-up').innerHTML = ends(this.y);
    $('map-axes').innerHTML =
      `<b>${escape(this.show)}</b><span class="unseen"> over ${escape(this.x.path)}, ${number(this.x.from)} to ${number(this.x.to)} across, and ${escape(this.y.path)}, ${number(this.y.from)} to ${number(this.y.to)} up</span>`;
  }

  /** Takes what the form says; carom's sentence where a path leads nowhere. */
  private read() {
    const get = (id: string) => $<HTMLInputElement>(id).value.trim();
    const axis = (k: 'x' | 'y'): Side => ({
      path: get(`map-${k}`),
      from: Number(get(`map-${k}0`)),
      to: Number(get(`map-${k}1`)),
    });
    const [x, y, show] = [axis('x'), axis('y'), get('map-show')];
    if (![x, y].every((a) => a.from < a.to)) {
      $('map-readout').textContent = 'An axis goes from a smaller number to a larger one.';
      return;
    }
    const motion = this.now.result === null || /^(end|impacts|phases)\b/.test(show);
    try {
      for (const a of [x, y]) this.carom.set(this.now.text, a.path, String(a.from));
      this.carom.canShow(this.now.text, show, motion);
    } catch (error) {
      $('map-readout').textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    Object.assign(this, { x, y, show, motion });
    this.caption();
    this.cross();
    this.ask(FINE);
  }

  private suggest(a: Answer) {
    const options = (paths: string[]) =>
      paths
        .slice(0, 400)
        .map((p) => `<option value="${escape(p)}">`)
        .join('');
    $('paths').innerHTML = options(
      leaves(a.scenario as unknown as Json)
        .filter((l) => typeof l[1] === 'number' && l[0].includes('.'))
        .map((l) => l[0]),
    );
    const result = JSON.parse(a.resultText) as Json,
      explained = a.explanation
        ? leaves(a.explanation as unknown as Json, 'explain').filter((l) => !l[0].includes('meaning'))
        : [];
    $('values').innerHTML = options([
      'events',
      'events.count',
      ...leaves(result)
        .concat(explained)
        .map((l) => l[0])
        .filter((p) => p.includes('.') && !p.startsWith('events.')),
    ]);
  }
}
