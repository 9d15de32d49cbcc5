// The view of a motion: poses at equal times, the way so far, impacts, and the pose now.
import { type Camera, type Outline, type Point, isFromAbove, motionCamera, outline, seen } from './look';
import { Panel, legend, number, sheet, span } from './plot';
import { between } from './path';
import { chainPoints, ground } from './scene_drawing';
import type { Answer, Body } from './types';

/** Poses of a strobe. */
const POSES = 14;
/** Of a run that has come to rest, the end is shown for this part of the time that it moved. */
const LINGER = 1.08;

/** Phases of what does not move any more. */
export const STILL = new Set(['rest', 'pocketed', 'off']);

/** When nothing moves any more; the end of the run otherwise. */
export function shownTime(a: Answer): number {
  const phases = a.motion!.phases,
    end = a.scenario.motion!.until;
  const last = phases.filter((p) => p.to >= end);
  if (last.length === 0 || last.some((p) => !STILL.has(p.state))) return end;
  return Math.min(end, LINGER * Math.max(...last.map((p) => p.from)) || end);
}

function column(a: Answer, name: string): number {
  return a.motion!.columns.indexOf(name);
}

function orientation(q: number[]): number[][] {
  const [w, x, y, z] = q;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Bodies that the samples follow. */
function movers(a: Answer): string[] {
  return Object.keys(a.scenario.bodies ?? {}).filter((name) => column(a, `${name}.x`) >= 0);
}

function bodyAt(a: Answer, name: string, row: number[]): Body {
  const body = a.scenario.bodies![name],
    at = (key: string) => row[column(a, `${name}.${key}`)],
    d = a.scenario.dimension;
  const position = ['x', 'y', 'z'].slice(0, d).map(at),
    cloth = a.scenario.motion!.cloth;
  if (cloth?.ball === name) return { ...body, position, shape: { sphere: cloth.radius } };
  if (d === 2) return { ...body, position, angle: at('angle') };
  return { ...body, position, orientation: orientation(['qw', 'qx', 'qy', 'qz'].map(at)) };
}

function outlines(a: Answer, row: number[], camera: Camera): (Outline | Point[])[] {
  const { chain } = a.scenario;
  if (chain) return [chainPoints(chain, row.slice(1, 1 + chain.links.length))];
  return movers(a).flatMap((name) => outline(bodyAt(a, name, row), camera, []) ?? []);
}

/** The place that is followed: the tip of a chain, the centre of a body. */
function followed(a: Answer, row: number[], camera: Camera): Point[] {
  const { chain } = a.scenario;
  if (chain) return chainPoints(chain, row.slice(1, 1 + chain.links.length)).slice(-1);
  return movers(a).map((name) => seen(camera, bodyAt(a, name, row).position!));
}

const pointsOf = (shape: Outline | Point[]) => (Array.isArray(shape) ? shape : shape.points);

function pose(a: Answer, row: number[], camera: Camera, panel: Panel, style: string): string {
  return outlines(a, row, camera)
    .map((shape) =>
      Array.isArray(shape) ? panel.path(shape, `chain ${style}`) : panel.path(shape.points, `body ${style}`, true),
    )
    .join('');
}

/** A circle that is seen in a plane shows no turning: a spoke does. */
function spoke(a: Answer, row: number[], panel: Panel): string {
  if (a.scenario.dimension !== 2) return '';
  return movers(a)
    .map((name) => {
      const body = bodyAt(a, name, row),
        r = body.shape?.sphere;
      return r
        ? panel.path(
            [
              [body.position![0], body.position![1]],
              [body.position![0] + r * Math.cos(body.angle!), body.position![1] + r * Math.sin(body.angle!)],
            ],
            'push',
          )
        : '';
    })
    .join('');
}

function frameOf(a: Answer, camera: Camera, until: number): { panel: Panel; height: number } {
  const rows = a.motion!.rows.filter((r) => r[0] <= until),
    few = rows.filter((_, i) => i % Math.ceil(rows.length / 60) === 0);
  const points = few.flatMap((row) => outlines(a, row, camera).flatMap(pointsOf));
  if (a.scenario.chain) points.push([a.scenario.chain.base[0], a.scenario.chain.base[1]]);
  const x = span(
      points.map((p) => p[0]),
      0.08,
    ),
    y = span(
      points.map((p) => p[1]),
      0.12,
    );
  const height = Math.max(120, Math.min(340, ((y[1] - y[0]) / (x[1] - x[0])) * 340));
  return { panel: new Panel({ left: 62, top: 14, width: 340, height }, x, y).equal(), height };
}

function strikes(a: Answer, camera: Camera, panel: Panel, until: number): string {
  const all = a.motion!.impacts.filter((i) => i.time <= until),
    hardest = all.slice(0, 40);
  return hardest
    .map((impact) => {
      const p = followed(a, between(a.motion!.rows, 0, impact.time), camera)[0];
      return p ? `<path class="strike" d="M${panel.at(...p)}m0 -4l4 4l-4 4l-4 -4z"/>` : '';
    })
    .join('');
}

/** `part` of the shown time; 1 shows the whole strobe. */
export function strobe(a: Answer, part: number): string {
  const camera = motionCamera(a),
    until = shownTime(a),
    { panel, height } = frameOf(a, camera, until),
    t = part * until;
  const rows = a.motion!.rows.filter((r) => r[0] <= t),
    here = between(a.motion!.rows, 0, t);
  const poses = Array.from({ length: POSES }, (_, i) => (until * i) / (POSES - 1)).filter((time) => time < t);
  const ways = followed(a, a.motion!.rows[0], camera)
    .map((_, k) =>
      panel.path(
        [...rows, here].map((r) => followed(a, r, camera)[k]),
        'way',
      ),
    )
    .join('');
  const planes = a.scenario.motion!.cloth
    ? ''
    : (a.scenario.motion!.planes ?? [])
        .map((p) => {
          const n = seen(camera, p.normal);
          return Math.hypot(...n) > 0.3 ? ground(panel, seen(camera, p.point), n) : '';
        })
        .join('');
  const ghosts = poses
    .map(
      (time) =>
        `<g opacity="${(0.12 + 0.4 * (time / until)).toFixed(2)}">${pose(a, between(a.motion!.rows, 0, time), camera, panel, 'ghost')}</g>`,
    )
    .join('');
  const [across, up] =
    a.scenario.motion!.cloth || a.scenario.dimension === 2
      ? ['<tspan class="i">x</tspan> [m]', '<tspan class="i">y</tspan> [m]']
      : ['across [m]', 'up [m]'];
  const key: [string, string][] = [
    ['way', a.scenario.chain ? 'way of the tip' : 'way of the centre'],
    ['strike', `${a.motion!.impacts.length} impacts`],
  ];
  return sheet(
    panel.inside(
      planes +
        ghosts +
        ways +
        strikes(a, camera, panel, t) +
        pose(a, here, camera, panel, 'here') +
        spoke(a, here, panel),
    ) +
      panel.axes(across, up) +
      legend(key, height + 68),
    height + 78,
    `Motion. ${a.sentence}`,
  );
}

/** Energy and the height of what moves, against time. */
export function course(a: Answer, part: number): string {
  const rows = a.motion!.rows,
    until = shownTime(a),
    shown = rows.filter((r) => r[0] <= until),
    energy = a.motion!.columns.length - 1;
  const camera = motionCamera(a),
    up = isFromAbove(a) ? 'distance [m]' : 'height [m]',
    start = followed(a, rows[0], camera);
  const places = shown.map((r) => followed(a, r, camera));
  const height = start.map((p, k) =>
    places.map((q) => (isFromAbove(a) ? Math.hypot(q[k][0] - p[0], q[k][1] - p[1]) : q[k][1])),
  );
  const panels: [string, number[][]][] = [
    [up, height],
    ['energy [J]', [shown.map((r) => r[energy])]],
  ];
  const content = panels
    .map(([words, curves], i) => {
      const panel = new Panel(
        { left: 62, top: 14 + 172 * i, width: 340, height: 160 },
        [0, until],
        span([0, ...curves.flat()], 0.08),
      );
      const lines = a
        .motion!.impacts.filter((s) => s.time <= until)
        .slice(0, 60)
        .map((s) =>
          panel.path(
            [
              [s.time, panel.y[0]],
              [s.time, panel.y[1]],
            ],
            'event',
          ),
        )
        .join('');
      const cursor =
        part < 1
          ? panel.path(
              [
                [part * until, panel.y[0]],
                [part * until, panel.y[1]],
              ],
              'cursor',
            )
          : '';
      return (
        panel.inside(
          lines +
            curves
              .map((c, k) =>
                panel.path(
                  c.map((v, r) => [shown[r][0], v]),
                  `series${(k % 12) + 1}`,
                ),
              )
              .join('') +
            cursor,
        ) + panel.axes(i === 1 ? 'time [s]' : '', words, i === 1)
      );
    })
    .join('');
  return sheet(content, 400, `Height and energy against time. ${a.sentence}`);
}

export function readout(a: Answer, part: number): string {
  const t = part * shownTime(a),
    row = between(a.motion!.rows, 0, t);
  const phase = a
    .motion!.phases.filter((p) => p.from <= t && t < p.to)
    .map((p) => `${p.what}: ${p.state}`)
    .slice(0, 2)
    .join(', ');
  const done = a.motion!.impacts.filter((i) => i.time <= t).length;
  return `t = ${number(t)} s · ${done} impact${done === 1 ? '' : 's'} so far · energy ${number(row[row.length - 1])} J${phase ? ` · ${phase}` : ''}`;
}
