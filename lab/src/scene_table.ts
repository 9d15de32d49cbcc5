// The scene of a table: the balls before the stroke, the cue, and beside it where the cue meets the ball and how steep it is;
// with handles for all of these.
import { type Handle, round } from './handles';
import type { Point } from './look';
import { Panel, WIDTH, number } from './plot';
import { HEIGHT, arrow } from './scene_drawing';
import { balls, ballsOf, radiusOf, tableGround, tablePanel, tableOf } from './table';
import type { Answer, Stroke } from './types';

const BOX = { left: 6, top: 6, width: WIDTH - 12, height: 224 };
/** Where the ball's face is drawn, and how large: the cue looks at it. */
const FACE = { x: 92, y: 296, r: 44 };
/** Where the ball stands beside the cue that is seen from the side. */
const SIDE = { x: 352, y: 322, r: 16 };
const CUE = 110;
/** Balls that get handles. */
const MOST = 16;
/** rad: a cue cannot be steeper. */
const STEEPEST = 1.5;

const list = (v: number[]) => `[${v.join(', ')}]`;

/** Strokes whose ball lies where the file says: at the start. */
function strokes(a: Answer): [number, Stroke][] {
  return (tableOf(a)!.strokes ?? []).map((s, i): [number, Stroke] => [i, s]).filter(([, s]) => s.time === 0);
}

/** Without a stroke there is nothing below the table. */
export const heightOfTable = (a: Answer) => (strokes(a).length ? HEIGHT : BOX.top + BOX.height + 6);

export const panelOfTable = (a: Answer) => tablePanel(a, BOX);

export function fastest(a: Answer): number {
  const bodies = Object.values(a.scenario.bodies ?? {}).map((b) => Math.hypot(...(b.velocity ?? [0])));
  return Math.max(0, ...bodies, ...strokes(a).map(([, s]) => s.speed));
}

function unit([x, y]: number[]): Point {
  const size = Math.hypot(x, y);
  return [x / size, y / size];
}

const pixel = (a: Answer, panel: Panel, name: string): Point => {
  const p = a.scenario.bodies![name].position!;
  return [panel.X(p[0]), panel.Y(p[1])];
};

function aimOf(a: Answer, s: Stroke, panel: Panel, pace: number): { from: Point; to: Point } {
  const from = pixel(a, panel, s.ball),
    [x, y] = unit(s.direction);
  return { from, to: [from[0] + pace * s.speed * x, from[1] - pace * s.speed * y] };
}

function cueDrawing(a: Answer, s: Stroke, panel: Panel, pace: number): string {
  const { from, to } = aimOf(a, s, panel, pace),
    [x, y] = unit(s.direction),
    flat = Math.cos(s.elevation ?? 0),
    gap = 8;
  const tip: Point = [from[0] - gap * x, from[1] + gap * y];
  return (
    `<path class="cue" d="M${tip[0]} ${tip[1]}l${-CUE * flat * x} ${CUE * flat * y}"/>` +
    arrow(from[0], from[1], to[0] - from[0], to[1] - from[1], 'before')
  );
}

const offsetOf = (s: Stroke) => s.offset ?? [0, 0];

function insets(s: Stroke): string {
  const [side, up] = offsetOf(s),
    e = s.elevation ?? 0;
  const [cx, cy] = [Math.cos(e), Math.sin(e)];
  return (
    `<circle class="ball played" cx="${FACE.x}" cy="${FACE.y}" r="${FACE.r}"/>` +
    `<path class="zero" d="M${FACE.x - FACE.r} ${FACE.y}h${2 * FACE.r}M${FACE.x} ${FACE.y - FACE.r}v${2 * FACE.r}"/>` +
    `<text class="small" x="${FACE.x + FACE.r + 10}" y="${FACE.y - 12}">cue on the ball</text>` +
    `<text class="small" x="${FACE.x + FACE.r + 10}" y="${FACE.y + 4}">side ${number(side, 3)} R</text>` +
    `<text class="small" x="${FACE.x + FACE.r + 10}" y="${FACE.y + 20}">height ${number(up, 3)} R</text>` +
    `<path class="tick" d="M${SIDE.x - CUE} ${SIDE.y + SIDE.r}H${SIDE.x + 40}"/>` +
    `<circle class="ball played" cx="${SIDE.x}" cy="${SIDE.y}" r="${SIDE.r}"/>` +
    `<path class="cue" d="M${SIDE.x - SIDE.r * cx} ${SIDE.y - SIDE.r * cy}L${SIDE.x - 0.8 * CUE * cx} ${SIDE.y - 0.8 * CUE * cy}"/>` +
    `<text class="small" x="${SIDE.x + 40}" y="${SIDE.y + SIDE.r + 16}" text-anchor="end">elevation ${number((e * 180) / Math.PI, 3)}°</text>`
  );
}

export function tableScene(a: Answer, panel: Panel, pace: number): string {
  const bodies = a.scenario.bodies!,
    all = strokes(a);
  const places = ballsOf(a).map((n): [string, Point] => [n, [bodies[n].position![0], bodies[n].position![1]]]);
  const arrows = ballsOf(a)
    .map((n) => {
      const [x, y] = pixel(a, panel, n),
        v = bodies[n].velocity ?? [0, 0];
      return arrow(x, y, pace * v[0], -pace * v[1], 'before');
    })
    .join('');
  return (
    panel.inside(tableGround(a, panel) + all.map(([, s]) => cueDrawing(a, s, panel, pace)).join('') + balls(a, places, panel) + arrows) +
    (all.length ? insets(all[0][1]) : '')
  );
}

// ---- handles ------------------------------------------------------------------------------------------------------

function ballHandle(name: string, panel: Panel): Handle {
  const scale = panel.X(1) - panel.X(0);
  return {
    shape: 'ball',
    label: `place of ${name}`,
    place: (a) => pixel(a, panel, name),
    value: (a) => {
      const p = a.scenario.bodies![name].position!;
      return [p[0], `${number(p[0])}, ${number(p[1])} metres`];
    },
    move(a, dx, dy) {
      const [x, y, z] = a.scenario.bodies![name].position!;
      return { [`bodies.${name}.position`]: list([round(x + dx / scale), round(y - dy / scale), z ?? radiusOf(a, name)]) };
    },
  };
}

function velocityHandle(name: string, panel: Panel, pace: number): Handle {
  const velocity = (a: Answer) => a.scenario.bodies![name].velocity ?? [0, 0, 0];
  return {
    shape: 'tip',
    label: `velocity of ${name} at the start`,
    place: (a) => {
      const [x, y] = pixel(a, panel, name),
        v = velocity(a);
      return [x + pace * v[0], y - pace * v[1]];
    },
    value: (a) => [Math.hypot(...velocity(a)), `${velocity(a).map((x) => number(x)).join(', ')} metres per second`],
    move(a, dx, dy) {
      const v = velocity(a);
      return { [`bodies.${name}.velocity`]: list([round(v[0] + dx / pace), round(v[1] - dy / pace), v[2]]) };
    },
  };
}

/** Speed and direction of a stroke at once. */
function aimHandle(i: number, panel: Panel, pace: number): Handle {
  const stroke = (a: Answer) => tableOf(a)!.strokes![i];
  return {
    shape: 'tip',
    label: `stroke at ${i === 0 ? 'the ball' : `ball ${i}`}: speed and direction`,
    place: (a) => aimOf(a, stroke(a), panel, pace).to,
    value: (a) => [stroke(a).speed, `${number(stroke(a).speed)} metres per second`],
    move(a, dx, dy) {
      const { from, to } = aimOf(a, stroke(a), panel, pace),
        way: Point = [to[0] + dx - from[0], from[1] - to[1] - dy],
        size = Math.hypot(...way);
      if (!(size > 1)) return {};
      return {
        [`motion.table.strokes.${i}.speed`]: String(round(size / pace)),
        [`motion.table.strokes.${i}.direction`]: list([round(way[0] / size), round(way[1] / size)]),
      };
    },
  };
}

function offsetHandle(i: number): Handle {
  const off = (a: Answer) => offsetOf(tableOf(a)!.strokes![i]);
  return {
    shape: 'contact',
    label: 'where the cue meets the ball',
    place: (a) => [FACE.x + FACE.r * off(a)[0], FACE.y - FACE.r * off(a)[1]],
    value: (a) => [off(a)[0], `side ${number(off(a)[0], 3)}, height ${number(off(a)[1], 3)} radii`],
    move(a, dx, dy) {
      const [side, up] = off(a);
      return { [`motion.table.strokes.${i}.offset`]: list([round(side + dx / FACE.r), round(up - dy / FACE.r)]) };
    },
  };
}

function elevationHandle(i: number): Handle {
  const angle = (a: Answer) => tableOf(a)!.strokes![i].elevation ?? 0;
  const end = (a: Answer): Point => [SIDE.x - 0.8 * CUE * Math.cos(angle(a)), SIDE.y - 0.8 * CUE * Math.sin(angle(a))];
  return {
    shape: 'turn',
    label: 'elevation of the cue',
    place: end,
    value: (a) => [(angle(a) * 180) / Math.PI, `${number((angle(a) * 180) / Math.PI, 3)} degrees`],
    move(a, dx, dy) {
      const [x, y] = end(a),
        to = Math.atan2(SIDE.y - y - dy, SIDE.x - x - dx);
      return { [`motion.table.strokes.${i}.elevation`]: String(round(Math.min(STEEPEST, Math.max(0, to)))) };
    },
  };
}

/** Racks are moved whole, by their first ball. */
function rackHandle(i: number, panel: Panel): Handle {
  const scale = panel.X(1) - panel.X(0),
    at = (a: Answer): number[] => JSON.parse(a.text).motion.table.racks[i].at;
  return {
    shape: 'ball',
    label: `place of rack ${i}`,
    place: (a) => [panel.X(at(a)[0]), panel.Y(at(a)[1])],
    value: (a) => [at(a)[0], `${at(a).map((x) => number(x)).join(', ')} metres`],
    move: (a, dx, dy) => ({
      [`motion.table.racks.${i}.at`]: list([round(at(a)[0] + dx / scale), round(at(a)[1] - dy / scale)]),
    }),
  };
}

export function tableHandles(a: Answer, panel: Panel, pace: number): Handle[] {
  const file = JSON.parse(a.text),
    own = Object.keys(file.bodies ?? {}).slice(0, MOST),
    racks = (file.motion.table.racks ?? []) as { at?: unknown }[];
  const moving = own.filter((n) => Math.hypot(...(a.scenario.bodies![n].velocity ?? [0])) > 0);
  const all = strokes(a).map(([i]) => i);
  return [
    ...own.map((n) => ballHandle(n, panel)),
    ...racks.flatMap((r, i) => (Array.isArray(r.at) ? [rackHandle(i, panel)] : [])),
    ...moving.map((n) => velocityHandle(n, panel, pace)),
    ...all.map((i) => aimHandle(i, panel, pace)),
    ...all.slice(0, 1).flatMap((i) => [offsetHandle(i), elevationHandle(i)]),
  ];
}
