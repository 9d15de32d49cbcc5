// How bodies are seen: the plane of the picture, and outlines, known or guessed.
import type { Answer, Body, Vector } from './types';

export type Point = [number, number];

/** The picture's axes in the world. */
export interface Camera {
  across: Vector;
  up: Vector;
  out: Vector;
}

export const dot = (a: Vector, b: Vector) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
export const add = (a: Vector, b: Vector, k = 1): Vector => a.map((x, i) => x + k * (b[i] ?? 0));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const size = Math.hypot(...a);
  return size > 0 ? a.map((x) => x / size) : a;
};
const FLAT: Camera = { across: [1, 0, 0], up: [0, 1, 0], out: [0, 0, 1] };
export const isFromAbove = (a: Answer) => Boolean(a.scenario.motion?.cloth ?? a.scenario.motion?.table);
/** Of a motion on the cloth, from above: there x and y are the picture's axes too. */
export const motionCamera = (a: Answer): Camera => (isFromAbove(a) ? FLAT : cameraOf(a));

/** In space: the plane of a normal (of the ground, if there is one) and the fastest motion across it, the right way up. */
export function cameraOf(a: Answer): Camera {
  const s = a.scenario;
  if (s.dimension === 2 || s.motion?.table) return FLAT;
  const grounded = s.contacts?.find((c) => c.bodies?.some((name) => s.bodies?.[name].fixed));
  const n = (grounded ?? s.contacts?.[0])?.normal ?? s.motion?.planes?.[0]?.normal ?? [0, 0, 1];
  const speeds = Object.values(s.bodies ?? {})
    .map((b) => b.velocity ?? [0, 0, 0])
    .map((v) => add(v, n, -dot(v, n)));
  let t = speeds.reduce((best, v) => (Math.hypot(...v) > Math.hypot(...best) ? v : best), [0, 0, 0]);
  if (Math.hypot(...t) < 1e-9) t = Math.abs(n[0]) < 0.9 ? add([1, 0, 0], n, -n[0]) : add([0, 0, 1], n, -n[2]);
  t = unit(t);
  let [across, up] = Math.abs(n[2]) >= Math.abs(t[2]) ? [t, n] : [n, t];
  if (up[2] < 0) up = up.map((x) => -x);
  if (across[0] + 0.5 * across[1] < 0) across = across.map((x) => -x);
  return { across, up, out: cross(across, up) };
}

export const seen = (c: Camera, v: Vector): Point => [dot(v, c.across), dot(v, c.up)];
export const spinSeen = (c: Camera, spin: number | Vector | undefined): number =>
  typeof spin === 'number' ? spin : spin ? dot(spin, c.out) : 0;

/** A vector of the body's axes in those of the world, and back. */
const toWorld = (body: Body, v: Vector): Vector => body.orientation?.map((row) => dot(row, v)) ?? v;
const toBody = (body: Body, v: Vector): Vector =>
  body.orientation ? [0, 1, 2].map((k) => dot(body.orientation!.map((row) => row[k]), v)) : v;

/** The spin in the world, however the file gives it. */
export function spinOf(body: Body): number | Vector | undefined {
  return Array.isArray(body.spin) && body.spin_frame === 'body' ? toWorld(body, body.spin) : body.spin;
}

/** A spin of the world as the file gives it. */
export const spinAsGiven = (body: Body, spin: Vector): Vector =>
  body.spin_frame === 'body' ? toBody(body, spin) : spin;

/** A vector turned about an axis of length one, counterclockwise as seen from its tip. */
export function turnedAbout(axis: Vector, angle: number, v: Vector): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(add(v.map((x) => c * x), cross(axis, v), s), axis, (1 - c) * dot(axis, v));
}

/** The orientation of a body that is turned, as [w, x, y, z]: its own after one about the axis. */
export function quaternionAfter(body: Body, axis: Vector, angle: number): Vector {
  const columns = [0, 1, 2].map((k) => turnedAbout(axis, angle, toWorld(body, [0, 1, 2].map((j) => (j === k ? 1 : 0)))));
  const m = (i: number, j: number) => columns[j][i];
  const size = [
    1 + m(0, 0) + m(1, 1) + m(2, 2),
    1 + m(0, 0) - m(1, 1) - m(2, 2),
    1 - m(0, 0) + m(1, 1) - m(2, 2),
    1 - m(0, 0) - m(1, 1) + m(2, 2),
  ];
  const most = size.indexOf(Math.max(...size)),
    [x, y, z] = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)],
    [xy, yz, zx] = [m(0, 1) + m(1, 0), m(1, 2) + m(2, 1), m(0, 2) + m(2, 0)];
  return [
    [size[0], x, y, z],
    [x, size[1], xy, zx],
    [y, xy, size[2], yz],
    [z, zx, yz, size[3]],
  ][most].map((v) => v / (2 * Math.sqrt(size[most])));
}

export interface Outline {
  points: Point[];
  guessed: boolean;
}

function ring(centre: Point, a: Point, b: Point): Point[] {
  return Array.from({ length: 48 }, (_, i) => {
    const c = Math.cos((i * Math.PI) / 24),
      s = Math.sin((i * Math.PI) / 24);
    return [centre[0] + a[0] * c + b[0] * s, centre[1] + a[1] * c + b[1] * s];
  });
}

function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: Point[]) =>
    list
      .reduce<Point[]>((chain, p) => {
        while (chain.length > 1) {
          const [o, q] = chain.slice(-2);
          if ((q[0] - o[0]) * (p[1] - o[1]) - (q[1] - o[1]) * (p[0] - o[0]) > 0) break;
          chain.pop();
        }
        return [...chain, p];
      }, [])
      .slice(0, -1);
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** A rod gets a thickness: this part of its length. */
const THICKNESS = 0.05;

function slender(from: Point, to: Point): Point[] {
  const d: Point = [to[0] - from[0], to[1] - from[1]],
    w: Point = [-0.5 * THICKNESS * d[1], 0.5 * THICKNESS * d[0]];
  return [
    [from[0] + w[0], from[1] + w[1]],
    [to[0] + w[0], to[1] + w[1]],
    [to[0] - w[0], to[1] - w[1]],
    [from[0] - w[0], from[1] - w[1]],
  ];
}

function turned(body: Body, p: Vector): Vector {
  if (body.orientation) return toWorld(body, p);
  const c = Math.cos(body.angle ?? 0),
    s = Math.sin(body.angle ?? 0);
  return [c * p[0] - s * p[1], s * p[0] + c * p[1]];
}

/** In the plane: a slender box or an ellipse that reaches to the contact and has the body's inertia. */
function guessFlat(body: Body, centre: Point, contact: Point | null): Point[] {
  const gyration = Math.sqrt((body.inertia as number) / body.mass!);
  const r: Point = contact ? [contact[0] - centre[0], contact[1] - centre[1]] : [2 * gyration, 0],
    a = Math.hypot(...r);
  if (!(a > 0)) return ring(centre, [2 * gyration, 0], [0, 2 * gyration]);
  const b2 = 4 * gyration ** 2 - a ** 2;
  if (b2 < (0.2 * a) ** 2 || Math.abs(gyration ** 2 * 3 - a ** 2) < 0.02 * a ** 2)
    return slender([centre[0] + r[0], centre[1] + r[1]], [centre[0] - r[0], centre[1] - r[1]]);
  if (b2 > 9 * a ** 2) return ring(centre, r, [-r[1], r[0]]);
  const k = Math.sqrt(b2) / a;
  return ring(centre, r, [-k * r[1], k * r[0]]);
}

/** In space: the shadow of the solid ellipsoid that has the body's inertia. */
function guessSolid(body: Body, centre: Point, camera: Camera): Point[] {
  const inertia = body.inertia as number[] | number[][];
  const i = Array.isArray(inertia[0]) ? [0, 1, 2].map((k) => (inertia as number[][])[k][k]) : (inertia as number[]);
  const axes = [0, 1, 2].map((k) =>
    Math.sqrt(Math.max(0, (5 / (2 * body.mass!)) * (i[(k + 1) % 3] + i[(k + 2) % 3] - i[k]))),
  );
  const p = axes.map((size, k) =>
    seen(
      camera,
      turned(
        body,
        [0, 1, 2].map((j) => (j === k ? size : 0)),
      ),
    ),
  );
  const q = [0, 1, 2].map((r) =>
    [0, 1, 2].map((c) => (r < 2 && c < 2 ? p.reduce((sum, v) => sum + v[r] * v[c], 0) : 0)),
  );
  const l11 = Math.sqrt(q[0][0]),
    l21 = l11 > 0 ? q[0][1] / l11 : 0,
    l22 = Math.sqrt(Math.max(0, q[1][1] - l21 ** 2));
  return ring(centre, [l11, l21], [0, l22]);
}

/** The corners that a file gives, in the body's axes; of a box by the lengths of its edges. */
function cornersOf(body: Body): Vector[] | undefined {
  const { box, polygon, points } = body.shape ?? {};
  return (
    box?.reduce<Vector[]>((all, edge) => all.flatMap((p) => [-0.5, 0.5].map((k) => [...p, k * edge])), [[]]) ??
    polygon ??
    points
  );
}

/** The outline of a body, or null for one that has no size. `contacts` is where it is touched. */
export function outline(body: Body, camera: Camera, contacts: Vector[]): Outline | null {
  if (body.fixed && !body.shape) return null;
  const contact = contacts[0] ?? null;
  const centre = seen(camera, body.position ?? contact ?? [0, 0, 0]);
  const radius = body.shape?.sphere ?? body.shape?.radius;
  if (radius) return { points: ring(centre, [radius, 0], [0, radius]), guessed: false };
  const given = cornersOf(body);
  if (given) {
    const corners = hull(given.map((p) => seen(camera, add(body.position!, turned(body, p)))));
    return { points: corners.length === 2 ? slender(corners[0], corners[1]) : corners, guessed: false };
  }
  if (body.guide) return null;
  if (!body.position || body.inertia === undefined || !body.mass) return null;
  const touched = contacts.map((c) => seen(camera, c)),
    points =
      typeof body.inertia === 'number' ? guessFlat(body, centre, touched[0] ?? null) : guessSolid(body, centre, camera);
  const reaches = touched.length > (typeof body.inertia === 'number' ? 1 : 0);
  return { points: reaches ? hull([...points, ...touched]) : points, guessed: true };
}
