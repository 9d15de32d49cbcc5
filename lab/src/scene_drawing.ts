// The scene as a drawing: bodies, ground, contacts and arrows. Nothing here has a state.
import { type Camera, type Point, outline, seen, spinOf, spinSeen } from './look';
import { Panel, WIDTH, escape, number } from './plot';
import type { Answer, Body, Vector } from './types';

export const HEIGHT = 360;
const BOX = { left: 6, top: 6, width: WIDTH - 12, height: HEIGHT - 12 };
/** Pixels of the ring on which spins are shown. */
export const RING = 26;

/** Where a body is touched, in the world. */
const touchesOf = (a: Answer, name: string): Vector[] =>
  (a.scenario.contacts ?? []).flatMap((c) => (c.point && c.bodies?.includes(name) ? [c.point] : []));

/** Where a body is touched first; null where it is not. */
export const touchOf = (a: Answer, name: string): Vector | null => touchesOf(a, name)[0] ?? null;

/** Where a body's arrows start: its mass centre, or where it is touched. */
export const centreOf = (a: Answer, name: string, body: Body): Vector => body.position ?? touchOf(a, name) ?? [0, 0, 0];

export function panelOf(a: Answer, camera: Camera, pace: number): Panel {
  const s = a.scenario,
    points: Point[] = [];
  for (const [name, body] of Object.entries(s.bodies ?? {})) {
    const shape = outline(body, camera, touchesOf(a, name));
    if (shape) points.push(...shape.points);
    if (!body.fixed) points.push(seen(camera, centreOf(a, name, body)));
  }
  for (const c of s.contacts ?? []) if (c.point) points.push(seen(camera, c.point));
  if (s.chain) points.push(...chainPoints(s.chain, s.chain.angles));
  for (const p of s.motion?.planes ?? []) if (s.chain) points.push(seen(camera, p.point));
  if (points.length === 0)
    return new Panel(
      BOX,
      [-BOX.width / 2 / pace, BOX.width / 2 / pace],
      [(-0.3 * BOX.height) / pace, (0.7 * BOX.height) / pace],
    );
  const bounds = (k: 0 | 1): [number, number] => [
    Math.min(...points.map((p) => p[k])),
    Math.max(...points.map((p) => p[k])),
  ];
  const [x, y] = [bounds(0), bounds(1)];
  const size = Math.max(x[1] - x[0], y[1] - y[0]) || 1,
    air = 0.32 * size;
  return new Panel(BOX, [x[0] - air, x[1] + air], [y[0] - 0.8 * air, y[1] + air]).equal();
}

export function chainPoints(chain: { base: Vector; links: { length: number }[] }, angles: Vector): Point[] {
  let at: Point = [chain.base[0], chain.base[1]],
    angle = 0;
  return [
    at,
    ...chain.links.map((link, i): Point => {
      angle += angles[i];
      at = [at[0] + link.length * Math.cos(angle), at[1] + link.length * Math.sin(angle)];
      return at;
    }),
  ];
}

export function arrow(x: number, y: number, dx: number, dy: number, style: string): string {
  const size = Math.hypot(dx, dy);
  if (!(size > 1.5)) return '';
  const h = Math.min(11, 0.6 * size),
    [ux, uy] = [dx / size, dy / size],
    [ex, ey] = [x + dx, y + dy],
    [bx, by] = [ex - h * ux, ey - h * uy];
  return `<path class="${style}" d="M${x} ${y}L${bx} ${by}"/><path class="${style} head" d="M${ex} ${ey}L${bx - 0.36 * h * uy} ${by + 0.36 * h * ux}L${bx + 0.36 * h * uy} ${by - 0.36 * h * ux}Z"/>`;
}

/** Part of a circle from the top, counterclockwise for a positive spin. */
function arc(x: number, y: number, r: number, angle: number, style: string): string {
  const a = Math.max(-6.1, Math.min(6.1, angle));
  if (Math.abs(a) < 0.03) return '';
  const [ex, ey] = [x - r * Math.sin(a), y - r * Math.cos(a)],
    s = Math.sign(a);
  const [tx, ty] = [-Math.cos(a) * s, Math.sin(a) * s],
    h = Math.min(7, r * Math.abs(a));
  return (
    `<path class="${style}" d="M${x} ${y - r}A${r} ${r} 0 ${Math.abs(a) > Math.PI ? 1 : 0} ${a > 0 ? 0 : 1} ${ex} ${ey}"/>` +
    `<path class="${style} head" d="M${ex + h * tx} ${ey + h * ty}L${ex - 0.5 * h * ty} ${ey + 0.5 * h * tx}L${ex + 0.5 * h * ty} ${ey - 0.5 * h * tx}Z"/>`
  );
}

export function ground(panel: Panel, point: Point, normal: Point): string {
  const far = 4 * Math.hypot(panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]),
    t: Point = [normal[1], -normal[0]];
  const corner = (k: number, d: number): Point => [
    point[0] + k * far * t[0] - d * far * normal[0],
    point[1] + k * far * t[1] - d * far * normal[1],
  ];
  return panel.path([corner(-1, 0), corner(1, 0), corner(1, 1), corner(-1, 1)], 'ground', true);
}

export function sceneDrawing(a: Answer, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const content =
    a.scenario.bodies || a.scenario.chain ? worldDrawing(a, camera, panel, pace, turn) : spaceDrawing(a, panel, pace);
  return (
    panel.inside(content) +
    `<rect class="frame" x="${BOX.left}" y="${BOX.top}" width="${BOX.width}" height="${BOX.height}"/>`
  );
}

function grounds(a: Answer, camera: Camera, panel: Panel): string {
  const s = a.scenario;
  const contacts = (s.contacts ?? []).map((c) => {
    const sides = c.bodies?.map((name) => s.bodies![name]) ?? [],
      which = sides.findIndex((b) => b.fixed && !b.shape);
    if (which < 0 || !c.point || !c.normal) return '';
    const n = seen(camera, c.normal),
      size = Math.hypot(...n);
    return size > 0.3
      ? ground(panel, seen(camera, c.point), [((which ? 1 : -1) * n[0]) / size, ((which ? 1 : -1) * n[1]) / size])
      : '';
  });
  const planes = (s.motion?.planes ?? []).map((p) => {
    const n = seen(camera, p.normal);
    return Math.hypot(...n) > 0.3 ? ground(panel, seen(camera, p.point), n) : '';
  });
  return [...contacts, ...planes].join('');
}

function bodyDrawing(a: Answer, name: string, camera: Camera, panel: Panel): string {
  const body = a.scenario.bodies![name],
    shape = outline(body, camera, touchesOf(a, name));
  if (shape) return panel.path(shape.points, shape.guessed ? 'body guessed' : 'body', true);
  const contact = a.scenario.contacts?.find((c) => c.bodies?.includes(name));
  if (!body.guide || !contact?.point) return '';
  const tip = seen(camera, contact.point),
    way = seen(camera, body.guide),
    far = panel.x[1] - panel.x[0];
  return panel.path([tip, [tip[0] - far * way[0], tip[1] - far * way[1]]], 'stick');
}

function arrowsOf(a: Answer, name: string, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const body = a.scenario.bodies![name],
    after = a.result?.bodies?.[name];
  if (body.fixed) return '';
  const c = seen(camera, centreOf(a, name, body)),
    x = panel.X(c[0]),
    y = panel.Y(c[1]);
  const shown = (v: Vector | undefined, style: string) => {
    if (!v) return '';
    const [vx, vy] = seen(camera, v);
    return arrow(x, y, pace * vx, -pace * vy, style);
  };
  return (
    arc(x, y, RING, turn * spinSeen(camera, spinOf(body)), 'before') +
    (after ? arc(x, y, RING - 6, turn * spinSeen(camera, after.spin), 'after') : '') +
    shown(body.velocity, 'before') +
    shown(after?.velocity, 'after') +
    `<circle class="centre" cx="${x}" cy="${y}" r="2.5"/>`
  );
}

/** Pixels of a letter of a name, and of a line. */
const LETTER = 6.6,
  LINE = 15;
interface Taken {
  x: number;
  y: number;
  half: number;
}

/** A name above its body, and above the names that are there already. */
function labelOf(a: Answer, name: string, camera: Camera, panel: Panel, taken: Taken[]): string {
  const body = a.scenario.bodies![name];
  if (body.fixed || Object.keys(a.scenario.bodies!).length > 7) return '';
  const [px, py] = seen(camera, centreOf(a, name, body)),
    before = spinSeen(camera, spinOf(body)),
    after = a.result?.bodies?.[name];
  const spin =
    after && body.position && (before || spinSeen(camera, after.spin))
      ? `, ω ${number(before, 3)} → ${number(spinSeen(camera, after.spin), 3)} rad/s`
      : '';
  const words = name + spin,
    half = (LETTER * words.length) / 2,
    x = Math.min(Math.max(panel.X(px), half + 8), WIDTH - half - 8);
  let y = panel.Y(py) - RING - 10;
  while (taken.some((t) => Math.abs(t.x - x) < t.half + half && Math.abs(t.y - y) < LINE)) y -= LINE;
  taken.push({ x, y, half });
  return `<text class="name" x="${x}" y="${y}" text-anchor="middle">${escape(words)}</text>`;
}

function worldDrawing(a: Answer, camera: Camera, panel: Panel, pace: number, turn: number): string {
  const names = Object.keys(a.scenario.bodies ?? {}),
    taken: Taken[] = [];
  const chain = a.scenario.chain ? panel.path(chainPoints(a.scenario.chain, a.scenario.chain.angles), 'chain') : '';
  const contacts = (a.scenario.contacts ?? [])
    .map((c) => {
      if (!c.point || !c.normal) return '';
      const p = seen(camera, c.point),
        n = seen(camera, c.normal),
        x = panel.X(p[0]),
        y = panel.Y(p[1]);
      return (
        arrow(x, y, 34 * n[0], -34 * n[1], 'push') +
        `<rect class="mark" x="${x - 4}" y="${y - 4}" width="8" height="8"/>`
      );
    })
    .join('');
  return (
    grounds(a, camera, panel) +
    names.map((n) => bodyDrawing(a, n, camera, panel)).join('') +
    chain +
    contacts +
    names.map((n) => arrowsOf(a, n, camera, panel, pace, turn)).join('') +
    names.map((n) => labelOf(a, n, camera, panel, taken)).join('')
  );
}

/** Places of contacts that have none in the world, side by side. */
export function spacePlaces(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (WIDTH * (i + 0.5)) / count);
}
/** Pixels from the top to the ground of contacts without bodies. */
export const FLOOR = 250;

/** The velocity at a contact as tangent and normal; in space the tangent is that of the slip before. */
export function flat(v: Vector, before: Vector): Point {
  if (v.length === 2) return [v[0], v[1]];
  const size = Math.hypot(before[0], before[1]);
  return [size > 0 ? (v[0] * before[0] + v[1] * before[1]) / size : v[0], v[2]];
}

/** A contact without bodies: the velocity of one side against the other. */
function spaceDrawing(a: Answer, panel: Panel, pace: number): string {
  const contacts = a.result?.contacts ?? [],
    many = contacts.length,
    k = pace / Math.max(1, many / 2);
  return (
    `<rect class="ground" x="0" y="${FLOOR}" width="${WIDTH}" height="${HEIGHT}"/>` +
    spacePlaces(many)
      .map((x, i) => {
        const c = contacts[i],
          before = flat(c.velocity_before, c.velocity_before),
          after = flat(c.velocity_after, c.velocity_before);
        return (
          arrow(x, FLOOR, 0, -40, 'push faint') +
          arrow(x, FLOOR, k * before[0], -k * before[1], 'before') +
          arrow(x, FLOOR, k * after[0], -k * after[1], 'after') +
          `<rect class="mark" x="${x - 4}" y="${FLOOR - 4}" width="8" height="8"/>` +
          (many < 6
            ? `<text class="name" x="${x}" y="${HEIGHT - 22 - (many > 2 ? 18 * (i % 2) : 0)}" text-anchor="middle">${escape(c.mode)}</text>`
            : '')
        );
      })
      .join('') +
    `<text class="small" x="18" y="26">velocity at the contact: tangent across, normal up</text>`
  );
}
