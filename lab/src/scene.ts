// The scene: bodies, contacts and velocities before and after, and the handles with which they are moved. The drawing is
// made anew in every frame; handles stay, so that a drag and the keyboard's focus survive it.
import { type Camera, type Point, add, cameraOf, dot, outline, seen, spinSeen } from './look';
import { Panel, WIDTH, escape, number } from './plot';
import type { Answer, Body, Vector } from './types';

export type Change = (changes: Record<string, string>, settled: boolean) => void;

const HEIGHT = 360;
const BOX = { left: 6, top: 6, width: WIDTH - 12, height: HEIGHT - 12 };
/** Pixels that the fastest velocity is long when a scene is opened. */
const LONGEST = 110;
/** Digits that a drag sets. */
const DIGITS = 4;
/** Pixels that an arrow key moves a handle; with Shift. */
const STEP = 2, COARSE = 16;
const RING = 26;
/** Bodies and contacts that get handles; more would cover the picture. */
const MOST_HANDLES = 4;
const SVG = 'http://www.w3.org/2000/svg';

const round = (x: number) => Number(x.toPrecision(DIGITS)) + 0;
const list = (v: Vector) => `[${v.map((x) => String(x)).join(', ')}]`;

/** Something that can be taken hold of: where it is now, and what moving it by pixels means. */
interface Handle {
  shape: 'tip' | 'contact' | 'turn' | 'spin';
  label: string;
  place(a: Answer): Point;
  value(a: Answer): [number, string];
  move(a: Answer, dx: number, dy: number): Record<string, string>;
}

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

  constructor(host: HTMLElement, private change: Change) {
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
    this.pace = LONGEST / (Math.max(...speeds(a)) || 1);
    this.turn = 2.4 / (Math.max(...spins(a, this.camera).map(Math.abs)) || 1);
    this.panel = panelOf(a, this.camera, this.pace);
    this.handles = a.scenario.bodies ? bodyHandles(a, this) : a.scenario.chain ? chainHandles(a, this) : spaceHandles(a, this);
    this.grips.replaceChildren(...this.handles.map((h) => this.grip(h)));
    this.draw(a);
  }

  draw(a: Answer) {
    this.now = a;
    this.drawing.innerHTML = sceneDrawing(a, this.camera, this.panel, this.pace, this.turn);
    this.handles.forEach((h, i) => {
      const grip = this.grips.children[i] as SVGElement, [x, y] = h.place(a), [value, words] = h.value(a);
      grip.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      grip.setAttribute('aria-valuenow', String(round(value)));
      grip.setAttribute('aria-valuetext', words);
    });
  }

  /** The picture as it stands, without handles. */
  picture(): string {
    return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" xmlns="${SVG}">${this.drawing.innerHTML}</svg>`;
  }

  pixel = (p: Point): Point => [this.panel.X(p[0]), this.panel.Y(p[1])];
  seen = (v: Vector): Point => seen(this.camera, v);
  get view() { return { camera: this.camera, pace: this.pace, turn: this.turn, metre: this.panel.X(1) - this.panel.X(0) }; }

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
    const start = this.now, unit = WIDTH / this.svg.getBoundingClientRect().width;
    const to = (event: PointerEvent, settled: boolean) => this.change(h.move(start, (event.clientX - down.clientX) * unit, (event.clientY - down.clientY) * unit), settled);
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
  tip: '<circle r="7"/>', contact: '<rect x="-6" y="-6" width="12" height="12"/>',
  turn: '<path d="M-7 0a7 7 0 1 1 3 5.7M-4 5.7l-4.5 .6M-4 5.7l.4 -4.6"/>', spin: '<path d="M0 -8L8 0L0 8L-8 0Z"/>',
};

function speeds(a: Answer): number[] {
  const before = Object.values(a.scenario.bodies ?? {}).map((b) => Math.hypot(...(b.velocity ?? [0])));
  const after = Object.values(a.result?.bodies ?? {}).map((b) => Math.hypot(...b.velocity));
  const contacts = a.scenario.bodies ? [] : (a.result?.contacts ?? []).flatMap((c) => [Math.hypot(...c.velocity_before), Math.hypot(...c.velocity_after)]);
  return [...before, ...after, ...contacts];
}

function spins(a: Answer, camera: Camera): number[] {
  return [...Object.values(a.scenario.bodies ?? {}), ...Object.values(a.result?.bodies ?? {})].map((b) => spinSeen(camera, b.spin));
}

/** Where a body is touched first, in the world; null where it is not. */
function touchOf(a: Answer, name: string): Vector | null {
  return a.scenario.contacts?.find((c) => c.bodies?.includes(name))?.point ?? null;
}

/** Where a body's arrows start: its mass centre, or where it is touched. */
const centreOf = (a: Answer, name: string, body: Body): Vector => body.position ?? touchOf(a, name) ?? [0, 0, 0];

function panelOf(a: Answer, camera: Camera, pace: number): Panel {
  const s = a.scenario, points: Point[] = [];
  for (const [name, body] of Object.entries(s.bodies ?? {})) {
    const shape = outline(body, camera, touchOf(a, name));
    if (shape) points.push(...shape.points);
    if (!body.fixed) points.push(seen(camera, centreOf(a, name, body)));
  }
  for (const c of s.contacts ?? []) if (c.point) points.push(seen(camera, c.point));
  if (s.chain) points.push(...chainPoints(s.chain, s.chain.angles));
  for (const p of s.motion?.planes ?? []) if (s.chain) points.push(seen(camera, p.point));
  if (points.length === 0) return new Panel(BOX, [-BOX.width / 2 / pace, BOX.width / 2 / pace], [-0.3 * BOX.height / pace, 0.7 * BOX.height / pace]);
  const bounds = (k: 0 | 1): [number, number] => [Math.min(...points.map((p) => p[k])), Math.max(...points.map((p) => p[k]))];
  const [x, y] = [bounds(0), bounds(1)];
  const size = Math.max(x[1] - x[0], y[1] - y[0]) || 1, air = 0.32 * size;
  return new Panel(BOX, [x[0] - air, x[1] + air], [y[0] - 0.8 * air, y[1] + air]).equal();
}

export function chainPoints(chain: { base: Vector; links: { length: number }[] }, angles: Vector): Point[] {
  let at: Point = [chain.base[0], chain.base[1]], angle = 0;
  return [at, ...chain.links.map((link, i): Point => {
    angle += angles[i];
    at = [at[0] + link.length * Math.cos(angle), at[1] + link.length * Math.sin(angle)];
    return at;
  })];
}

export function arrow(x: number, y: number, dx: number, dy: number, style: string): string {
  const size = Math.hypot(dx, dy);
  if (!(size > 1.5)) return '';
  const h = Math.min(11, 0.6 * size), [ux, uy] = [dx / size, dy / size], [ex, ey] = [x + dx, y + dy], [bx, by] = [ex - h * ux, ey - h * uy];
  return `<path class="${style}" d="M${x} ${y}L${bx} ${by}"/><path class="${style} head" d="M${ex} ${ey}L${bx - 0.36 * h * uy} ${by + 0.36 * h * ux}L${bx + 0.36 * h * uy} ${by - 0.36 * h * ux}Z"/>`;
}

/** Part of a circle from the top, counterclockwise for a positive spin. */
function arc(x: number, y: number, r: number, angle: number, style: string): string {
  const a = Math.max(-6.1, Math.min(6.1, angle));
  if (Math.abs(a) < 0.03) return '';
  const [ex, ey] = [x - r * Math.sin(a), y - r * Math.cos(a)], s = Math.sign(a);
  const [tx, ty] = [-Math.cos(a) * s, Math.sin(a) * s], h = Math.min(7, r * Math.abs(a));
  return `<path class="${style}" d="M${x} ${y - r}A${r} ${r} 0 ${Math.abs(a) > Math.PI ? 1 : 0} ${a > 0 ? 0 : 1} ${ex} ${ey}"/>` +
    `<path class="${style} head" d="M${ex + h * tx} ${ey + h * ty}L${ex - 0.5 * h * ty} ${ey + 0.5 * h * tx}L${ex + 0.5 * h * ty} ${ey - 0.5 * h * tx}Z"/>`;
}

export function ground(panel: Panel, point: Point, normal: Point): string {
  const far = 4 * Math.hypot(panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]), t: Point = [normal[1], -normal[0]];
  const corner = (k: number, d: number): Point => [point[0] + k * far * t[0] - d * far * normal[0], point[1] + k * far * t[1] - d * far * normal[1]];
  return panel.path([corner(-1, 0), corner(1, 0), corner(1, 1), corner(-1, 1)], 'ground', true);
}

export function sceneDrawing(a: Answer, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const content = a.scenario.bodies || a.scenario.chain ? worldDrawing(a, camera, panel, pace, turn) : spaceDrawing(a, panel, pace);
  return panel.inside(content) + `<rect class="frame" x="${BOX.left}" y="${BOX.top}" width="${BOX.width}" height="${BOX.height}"/>`;
}

function grounds(a: Answer, camera: Camera, panel: Panel): string {
  const s = a.scenario;
  const contacts = (s.contacts ?? []).map((c) => {
    const sides = c.bodies?.map((name) => s.bodies![name]) ?? [], which = sides.findIndex((b) => b.fixed && !b.shape);
    if (which < 0 || !c.point || !c.normal) return '';
    const n = seen(camera, c.normal), size = Math.hypot(...n);
    return size > 0.3 ? ground(panel, seen(camera, c.point), [((which ? 1 : -1) * n[0]) / size, ((which ? 1 : -1) * n[1]) / size]) : '';
  });
  const planes = (s.motion?.planes ?? []).map((p) => { const n = seen(camera, p.normal); return Math.hypot(...n) > 0.3 ? ground(panel, seen(camera, p.point), n) : ''; });
  return [...contacts, ...planes].join('');
}

function bodyDrawing(a: Answer, name: string, camera: Camera, panel: Panel): string {
  const body = a.scenario.bodies![name], shape = outline(body, camera, touchOf(a, name));
  if (shape) return panel.path(shape.points, shape.guessed ? 'body guessed' : 'body', true);
  const contact = a.scenario.contacts?.find((c) => c.bodies?.includes(name));
  if (!body.guide || !contact?.point) return '';
  const tip = seen(camera, contact.point), way = seen(camera, body.guide), far = panel.x[1] - panel.x[0];
  return panel.path([tip, [tip[0] - far * way[0], tip[1] - far * way[1]]], 'stick');
}

function arrowsOf(a: Answer, name: string, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const body = a.scenario.bodies![name], after = a.result?.bodies?.[name];
  if (body.fixed) return '';
  const c = seen(camera, centreOf(a, name, body)), x = panel.X(c[0]), y = panel.Y(c[1]);
  const shown = (v: Vector | undefined, style: string) => { if (!v) return ''; const [vx, vy] = seen(camera, v); return arrow(x, y, pace * vx, -pace * vy, style); };
  return arc(x, y, RING, turn * spinSeen(camera, body.spin), 'before') + (after ? arc(x, y, RING - 6, turn * spinSeen(camera, after.spin), 'after') : '') +
    shown(body.velocity, 'before') + shown(after?.velocity, 'after') + `<circle class="centre" cx="${x}" cy="${y}" r="2.5"/>`;
}

function labelOf(a: Answer, name: string, camera: Camera, panel: Panel): string {
  const body = a.scenario.bodies![name];
  if (body.fixed || Object.keys(a.scenario.bodies!).length > 7) return '';
  const [px, py] = seen(camera, centreOf(a, name, body)), before = spinSeen(camera, body.spin), after = a.result?.bodies?.[name];
  const spin = after && body.position && (before || spinSeen(camera, after.spin)) ? `, ω ${number(before, 3)} → ${number(spinSeen(camera, after.spin), 3)} rad/s` : '';
  return `<text class="name" x="${Math.min(Math.max(panel.X(px), 70), WIDTH - 80)}" y="${panel.Y(py) - RING - 8}" text-anchor="middle">${escape(name + spin)}</text>`;
}

function worldDrawing(a: Answer, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const names = Object.keys(a.scenario.bodies ?? {});
  const chain = a.scenario.chain ? panel.path(chainPoints(a.scenario.chain, a.scenario.chain.angles), 'chain') : '';
  const contacts = (a.scenario.contacts ?? []).map((c) => {
    if (!c.point || !c.normal) return '';
    const p = seen(camera, c.point), n = seen(camera, c.normal), x = panel.X(p[0]), y = panel.Y(p[1]);
    return arrow(x, y, 34 * n[0], -34 * n[1], 'push') + `<rect class="mark" x="${x - 4}" y="${y - 4}" width="8" height="8"/>`;
  }).join('');
  return grounds(a, camera, panel) + names.map((n) => bodyDrawing(a, n, camera, panel)).join('') + chain + contacts +
    names.map((n) => arrowsOf(a, n, camera, panel, pace, turn)).join('') + names.map((n) => labelOf(a, n, camera, panel)).join('');
}

/** Places of contacts that have none in the world, side by side. */
function spacePlaces(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (WIDTH * (i + 0.5)) / count);
}
const FLOOR = 250;

/** The velocity at a contact as tangent and normal; in space the tangent is that of the slip before. */
function flat(v: Vector, before: Vector): Point {
  if (v.length === 2) return [v[0], v[1]];
  const size = Math.hypot(before[0], before[1]);
  return [size > 0 ? (v[0] * before[0] + v[1] * before[1]) / size : v[0], v[2]];
}

/** A contact without bodies: the velocity of one side against the other. */
function spaceDrawing(a: Answer, panel: Panel, pace: number): string {
  const contacts = a.result?.contacts ?? [], many = contacts.length, k = pace / Math.max(1, many / 2);
  return `<rect class="ground" x="0" y="${FLOOR}" width="${WIDTH}" height="${HEIGHT}"/>` + spacePlaces(many).map((x, i) => {
    const c = contacts[i], before = flat(c.velocity_before, c.velocity_before), after = flat(c.velocity_after, c.velocity_before);
    return arrow(x, FLOOR, 0, -40, 'push') + arrow(x, FLOOR, k * before[0], -k * before[1], 'before') + arrow(x, FLOOR, k * after[0], -k * after[1], 'after') +
      `<rect class="mark" x="${x - 4}" y="${FLOOR - 4}" width="8" height="8"/>` + (many < 6 ? `<text class="name" x="${x}" y="${HEIGHT - 22}" text-anchor="middle">${escape(c.mode)}</text>` : '');
  }).join('') + `<text class="small" x="18" y="26">velocity at the contact: tangent across, normal up</text>`;
}

function bodyHandles(a: Answer, scene: Scene): Handle[] {
  const bodies = Object.entries(a.scenario.bodies!).filter(([, b]) => !b.fixed).slice(0, MOST_HANDLES).map(([name]) => name);
  const contacts = (a.scenario.contacts ?? []).map((_, i) => i).slice(0, MOST_HANDLES);
  return [...bodies.map((n) => tipHandle(n, scene)), ...bodies.filter((n) => a.scenario.bodies![n].position).flatMap((n) => [spinHandle(n, scene), ...(turnable(a, n) ? [turnHandle(n, scene)] : [])]),
    ...contacts.filter((i) => a.scenario.contacts![i].point).map((i) => contactHandle(i, scene))];
}

const velocityOf = (a: Answer, name: string): Vector => a.scenario.bodies![name].velocity ?? Array(a.scenario.dimension).fill(0);
const words = (v: Vector, unit: string) => `${v.map((x) => number(x)).join(', ')} ${unit}`;

function tipHandle(name: string, scene: Scene): Handle {
  const tip = (a: Answer): Point => {
    const c = scene.pixel(scene.seen(centreOf(a, name, a.scenario.bodies![name]))), v = scene.seen(velocityOf(a, name));
    return [c[0] + scene.view.pace * v[0], c[1] - scene.view.pace * v[1]];
  };
  return {
    shape: 'tip', label: `velocity of ${name} before`, place: tip,
    value: (a) => [Math.hypot(...velocityOf(a, name)), words(velocityOf(a, name), 'metres per second')],
    move(a, dx, dy) {
      const { camera, pace } = scene.view, body = a.scenario.bodies![name];
      const free = add(add(velocityOf(a, name), camera.across, dx / pace), camera.up, -dy / pace);
      const v = body.guide ? body.guide.map((g) => g * dot(free, body.guide!)) : free.map(round);
      return { [`bodies.${name}.velocity`]: list(v) };
    },
  };
}

function spinHandle(name: string, scene: Scene): Handle {
  const spin = (a: Answer) => spinSeen(scene.view.camera, a.scenario.bodies![name].spin);
  return {
    shape: 'spin', label: `spin of ${name} before`,
    place(a) {
      const c = scene.pixel(scene.seen(a.scenario.bodies![name].position!)), angle = Math.max(-6.1, Math.min(6.1, scene.view.turn * spin(a)));
      return [c[0] - RING * Math.sin(angle), c[1] - RING * Math.cos(angle)];
    },
    value: (a) => [spin(a), `${number(spin(a))} radians per second`],
    move(a, dx, dy) {
      const { camera, turn } = scene.view, [x, y] = this.place(a), c = scene.pixel(scene.seen(a.scenario.bodies![name].position!));
      const angle = (px: number, py: number) => Math.atan2(-(px - c[0]), -(py - c[1]));
      let change = angle(x + dx, y + dy) - angle(x, y);
      if (change > Math.PI) change -= 2 * Math.PI;
      if (change < -Math.PI) change += 2 * Math.PI;
      const old = a.scenario.bodies![name].spin, now = change / turn;
      return { [`bodies.${name}.spin`]: typeof old === 'number' || old === undefined ? String(round((old ?? 0) + now)) : list(add(old, camera.out, now).map(round)) };
    },
  };
}

/** A body in the plane that is touched once turns about its contact. */
function turnable(a: Answer, name: string): boolean {
  return a.scenario.dimension === 2 && (a.scenario.contacts ?? []).filter((c) => c.bodies?.includes(name)).length === 1;
}

function turnHandle(name: string, scene: Scene): Handle {
  const arm = (a: Answer): Point => { const p = a.scenario.bodies![name].position!, c = touchOf(a, name)!; return [p[0] - c[0], p[1] - c[1]]; };
  const far = (a: Answer): Point => { const c = touchOf(a, name)!, r = arm(a); return scene.pixel([c[0] + 1.75 * r[0], c[1] + 1.75 * r[1]]); };
  return {
    shape: 'turn', label: `angle of ${name} about its contact`, place: far,
    value: (a) => { const [x, y] = arm(a), degrees = (Math.atan2(y, x) * 180) / Math.PI; return [degrees, `${number(degrees)} degrees`]; },
    move(a, dx, dy) {
      const c = touchOf(a, name)!, r = arm(a), [px, py] = far(a), o = scene.pixel([c[0], c[1]]), body = a.scenario.bodies![name];
      const change = Math.atan2(-(py + dy - o[1]), px + dx - o[0]) - Math.atan2(-(py - o[1]), px - o[0]);
      const [cos, sin] = [Math.cos(change), Math.sin(change)];
      const set: Record<string, string> = { [`bodies.${name}.position`]: list([c[0] + round(cos * r[0] - sin * r[1]), c[1] + round(sin * r[0] + cos * r[1])]) };
      if (body.shape) set[`bodies.${name}.angle`] = String(round((body.angle ?? 0) + change));
      return set;
    },
  };
}

function contactHandle(contact: number, scene: Scene): Handle {
  const point = (a: Answer) => a.scenario.contacts![contact].point!;
  return {
    shape: 'contact', label: `point of contact ${contact}`, place: (a) => scene.pixel(scene.seen(point(a))),
    value: (a) => [scene.seen(point(a))[0], words(point(a), 'metres')],
    move(a, dx, dy) {
      const { camera, metre } = scene.view;
      return { [`contacts.${contact}.point`]: list(add(add(point(a), camera.across, dx / metre), camera.up, -dy / metre).map(round)) };
    },
  };
}

/** The end of each link turns about its beginning, and what hangs on it turns along. */
function chainHandles(a: Answer, scene: Scene): Handle[] {
  const ends = (b: Answer) => chainPoints(b.scenario.chain!, b.scenario.chain!.angles).map(scene.pixel);
  return a.scenario.chain!.links.slice(0, MOST_HANDLES).map((_, i): Handle => ({
    shape: 'tip', label: `angle of link ${i} at the start`, place: (b) => ends(b)[i + 1],
    value: (b) => { const degrees = (b.scenario.chain!.angles[i] * 180) / Math.PI; return [degrees, `${number(degrees)} degrees`]; },
    move(b, dx, dy) {
      const [o, p] = ends(b).slice(i, i + 2), angles = [...b.scenario.chain!.angles];
      const change = Math.atan2(-(p[1] + dy - o[1]), p[0] + dx - o[0]) - Math.atan2(-(p[1] - o[1]), p[0] - o[0]);
      angles[i] = round(angles[i] + change);
      return { 'chain.angles': list(angles) };
    },
  }));
}

/** Without bodies: the velocity at each contact, where the file gives it. */
function spaceHandles(a: Answer, scene: Scene): Handle[] {
  if (!a.scenario.contact_space || !a.result) return [];
  const d = a.scenario.dimension, count = a.result.contacts.length, k = scene.view.pace / Math.max(1, count / 2);
  const own = (b: Answer, i: number) => b.scenario.contact_space!.v.slice(d * i, d * i + d);
  return spacePlaces(count).slice(0, MOST_HANDLES).map((x, i): Handle => ({
    shape: 'tip', label: `velocity at contact ${i} before`,
    place: (b) => { const v = flat(own(b, i), own(b, i)); return [x + k * v[0], FLOOR - k * v[1]]; },
    value: (b) => [Math.hypot(...own(b, i)), words(own(b, i), 'metres per second')],
    move(b, dx, dy) {
      const v = [...b.scenario.contact_space!.v], old = own(b, i), slip = Math.hypot(...old.slice(0, d - 1));
      const grown = d === 2 ? [old[0] + dx / k] : slip > 0 ? old.slice(0, 2).map((c) => c * (1 + dx / k / slip)) : [dx / k, 0];
      [...grown, old[d - 1] - dy / k].forEach((value, j) => { v[d * i + j] = round(value); });
      return { 'contact_space.v': list(v) };
    },
  }));
}
