// The scene: bodies, contacts and velocities before and after, and the handles with which they are moved. The drawing is
// made anew in every frame; handles stay, so that a drag and the keyboard's focus survive it.
import { type Handle, handlesOf, round } from './handles';
import { type Camera, type Point, cameraOf, seen, spinOf, spinSeen } from './look';
import { type Panel, WIDTH, escape } from './plot';
import { HEIGHT, panelOf, sceneDrawing } from './scene_drawing';
import { fastest, heightOfTable, panelOfTable, tableHandles, tableScene } from './scene_table';
import type { Answer, Vector } from './types';

export type Change = (changes: Record<string, string>, settled: boolean) => void;
/** Pixels that the fastest velocity is long when a scene is opened. */
const LONGEST = 110;
/** Pixels that an arrow key moves a handle; with Shift. */
const STEP = 2,
  COARSE = 16;
const SVG = 'http://www.w3.org/2000/svg';

export class Scene {
  private svg: SVGSVGElement;
  private drawing: SVGGElement;
  private grips: SVGGElement;
  private camera!: Camera;
  private panel!: Panel;
  private pace = 1;
  private turn = 1;
  private handles: Handle[] = [];
  private now!: Answer;

  constructor(
    host: HTMLElement,
    private change: Change,
  ) {
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', 'The scene, with handles to drag');
    this.drawing = this.svg.appendChild(document.createElementNS(SVG, 'g'));
    this.grips = this.svg.appendChild(document.createElementNS(SVG, 'g'));
    host.append(this.svg);
  }

  /** A new scenario: where to look from, how large, and what can be moved. */
  open(a: Answer) {
    this.now = a;
    this.camera = cameraOf(a);
    if (a.scenario.motion?.table) return this.openTable(a);
    this.high(HEIGHT);
    this.pace = LONGEST / (Math.max(...speeds(a)) || 1);
    this.turn = 2.4 / (Math.max(...spins(a, this.camera).map(Math.abs)) || 1);
    this.panel = panelOf(a, this.camera, this.pace);
    this.handles = handlesOf(a, this);
    this.grips.replaceChildren(...this.handles.map((h) => this.grip(h)));
    this.draw(a);
  }

  private high(height: number) {
    this.svg.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
  }

  private openTable(a: Answer) {
    this.panel = panelOfTable(a);
    this.high(heightOfTable(a));
    this.pace = LONGEST / (fastest(a) || 1);
    this.handles = tableHandles(a, this.panel, this.pace);
    this.grips.replaceChildren(...this.handles.map((h) => this.grip(h)));
    this.draw(a);
  }

  draw(a: Answer) {
    this.now = a;
    this.drawing.innerHTML = a.scenario.motion?.table
      ? tableScene(a, this.panel, this.pace)
      : sceneDrawing(a, this.camera, this.panel, this.pace, this.turn);
    this.handles.forEach((h, i) => {
      const grip = this.grips.children[i] as SVGElement,
        [x, y] = h.place(a),
        [value, words] = h.value(a);
      grip.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      grip.setAttribute('aria-valuenow', String(round(value)));
      grip.setAttribute('aria-valuetext', words);
    });
  }

  /** The picture as it stands, without handles. */
  picture(): string {
    return `<svg viewBox="${this.svg.getAttribute('viewBox')}" xmlns="${SVG}">${this.drawing.innerHTML}</svg>`;
  }

  /** The kinds of handles that there are. */
  get shapes(): Handle['shape'][] {
    return [...new Set(this.handles.map((h) => h.shape))];
  }

  pixel = (p: Point): Point => [this.panel.X(p[0]), this.panel.Y(p[1])];
  seen = (v: Vector): Point => seen(this.camera, v);
  get view() {
    return { camera: this.camera, pace: this.pace, turn: this.turn, metre: this.panel.X(1) - this.panel.X(0) };
  }

  private grip(h: Handle): SVGElement {
    const grip = document.createElementNS(SVG, 'g');
    grip.setAttribute('class', `grip ${h.shape}`);
    grip.setAttribute('tabindex', '0');
    grip.setAttribute('role', 'slider');
    grip.setAttribute('aria-label', h.label);
    grip.innerHTML = `<circle class="reach" r="16"/>${SHAPES[h.shape]}<title>${escape(h.label)}</title>`;
    grip.addEventListener('pointerdown', (event) => this.drag(grip, h, event));
    grip.addEventListener('keydown', (event) => this.key(h, event));
    return grip;
  }

  private drag(grip: SVGElement, h: Handle, down: PointerEvent) {
    down.preventDefault();
    grip.focus();
    grip.setPointerCapture(down.pointerId);
    const start = this.now,
      unit = WIDTH / this.svg.getBoundingClientRect().width;
    const to = (event: PointerEvent, settled: boolean) =>
      this.change(h.move(start, (event.clientX - down.clientX) * unit, (event.clientY - down.clientY) * unit), settled);
    const moved = (event: PointerEvent) => to(event, false);
    const done = (event: PointerEvent) => {
      grip.removeEventListener('pointermove', moved);
      if (event.type === 'pointerup') to(event, true);
    };
    grip.addEventListener('pointermove', moved);
    grip.addEventListener('pointerup', done, { once: true });
    grip.addEventListener('pointercancel', done, { once: true });
  }

  private key(h: Handle, event: KeyboardEvent) {
    const step = event.shiftKey ? COARSE : STEP;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.change(h.move(this.now, way[0], way[1]), true);
  }
}

const SHAPES = {
  tip: '<circle r="7"/>',
  contact: '<rect x="-6" y="-6" width="12" height="12"/>',
  turn: '<path d="M-7 0a7 7 0 1 1 3 5.7M-4 5.7l-4.5 .6M-4 5.7l.4 -4.6"/>',
  ball: '<circle r="7.5"/>',
  spin: '<path d="M0 -8L8 0L0 8L-8 0Z"/>',
};

function speeds(a: Answer): number[] {
  const before = Object.values(a.scenario.bodies ?? {}).map((b) => Math.hypot(...(b.velocity ?? [0])));
  const after = Object.values(a.result?.bodies ?? {}).map((b) => Math.hypot(...b.velocity));
  const contacts = a.scenario.bodies
    ? []
    : (a.result?.contacts ?? []).flatMap((c) => [Math.hypot(...c.velocity_before), Math.hypot(...c.velocity_after)]);
  return [...before, ...after, ...contacts];
}

function spins(a: Answer, camera: Camera): number[] {
  const before = Object.values(a.scenario.bodies ?? {}).map(spinOf),
    after = Object.values(a.result?.bodies ?? {}).map((b) => b.spin);
  return [...before, ...after].map((spin) => spinSeen(camera, spin));
}
