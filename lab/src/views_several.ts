// The views of several contacts: the plane of two normal impulses, and everything against time.
import { Panel, legend, number, sheet, span } from './plot';
import { contactName, eventMark, normalColumn, stateAt, stateOf } from './path';
import { nothing } from './views_one';
import type { Answer } from './types';

const SERIES = 12;
const series = (i: number) => `series${(i % SERIES) + 1}`;

function withoutFriction(a: Answer): boolean {
  return a.scenario.contacts!.every((c) => c.mu === 0);
}

/** v at the start and W of the two normals, read off the path: v grows by W p. */
function compressionLine(a: Answer, contact: number): [number, number, number] | null {
  const d = a.scenario.dimension,
    size = d * 2,
    p = [normalColumn(a, 0), normalColumn(a, 1)],
    v = 1 + size + d * contact + d - 1;
  const first = a.rows[0],
    moved = a.rows.filter((r) => r[p[0]] !== 0 || r[p[1]] !== 0);
  let best: [number[], number[], number] | null = null;
  for (const r of moved)
    for (const q of [moved[moved.length - 1]]) {
      const det = r[p[0]] * q[p[1]] - r[p[1]] * q[p[0]];
      if (!best || Math.abs(det) > Math.abs(best[2])) best = [r, q, det];
    }
  if (!best || best[2] === 0) return null;
  const [r, q, det] = best,
    dr = r[v] - first[v],
    dq = q[v] - first[v];
  return [(dr * q[p[1]] - dq * r[p[1]]) / det, (dq * r[p[0]] - dr * q[p[0]]) / det, first[v]];
}

/** Two contacts: the path of both normal impulses. */
export function plane(a: Answer, part: number): string {
  if (a.rows.length === 0) return nothing('There is no impact to draw: nothing approaches.');
  const [x, y] = [normalColumn(a, 0), normalColumn(a, 1)];
  const panel = new Panel(
    { left: 62, top: 14, width: 340, height: 330 },
    span([0, ...a.rows.map((r) => r[x])], 0.12),
    span([0, ...a.rows.map((r) => r[y])], 0.12),
  ).equal();
  const lines = withoutFriction(a)
    ? [0, 1]
        .map((i) => {
          const l = compressionLine(a, i);
          return l ? panel.line(...l, i === 0 ? 'sticking' : 'compression') : '';
        })
        .join('')
    : '';
  const marks = a
    .result!.events.map((e) => {
      const row = stateOf(a, e);
      return row.length ? panel.mark(eventMark(e.type), row[x], row[y]) : '';
    })
    .join('');
  const here = part < 1 ? stateAt(a, part) : [];
  const names = [0, 1].map((i) => contactName(a, i));
  const key: [string, string][] = [['path', 'path of both impulses']];
  if (lines)
    key.push(['sticking', `${names[0]} neither approaches nor leaves`], ['compression', `${names[1]}, likewise`]);
  return sheet(
    panel.axes(`normal impulse, ${names[0]} [N s]`, `normal impulse, ${names[1]} [N s]`) +
      panel.inside(
        lines +
          panel.path(
            a.rows.map((r) => [r[x], r[y]]),
            'path',
          ) +
          panel.mark('ring', 0, 0) +
          marks +
          (here.length ? panel.mark('now', here[x], here[y]) : ''),
      ) +
      key.map((entry, i) => legend([entry], 398 + 17 * i)).join(''),
    402 + 17 * key.length,
    `Plane of the impulses. ${a.sentence}`,
  );
}

/** All contacts against scaled time: impulses, normal velocities, energy in the springs. */
export function timeline(a: Answer, part: number): string {
  if (a.rows.length === 0) return nothing('There is no impact to draw: nothing approaches.');
  const d = a.scenario.dimension,
    n = a.scenario.contacts!.length,
    size = d * n,
    end = a.rows[a.rows.length - 1][0] || 1;
  const kinds: [string, (i: number) => number][] = [
    ['impulse [N s]', (i) => 1 + d * i + d - 1],
    ['velocity [m/s]', (i) => 1 + size + d * i + d - 1],
    ['in springs [J]', (i) => 1 + 2 * size + i],
  ];
  const content = kinds
    .map(([up, column], k) => {
      const values = Array.from({ length: n }, (_, i) => a.rows.map((r) => r[column(i)]));
      const panel = new Panel(
        { left: 62, top: 14 + 113 * k, width: 340, height: 104 },
        [0, end],
        span([0, ...values.flat()], 0.08),
      );
      const curves = values
        .map((v, i) =>
          panel.path(
            v.map((y, row) => [a.rows[row][0], y]),
            series(i),
          ),
        )
        .join('');
      const here =
        part < 1
          ? panel.path(
              [
                [part * end, panel.y[0]],
                [part * end, panel.y[1]],
              ],
              'cursor',
            )
          : '';
      return panel.inside(curves + here) + panel.axes(k === 2 ? 'scaled time [√kg]' : '', up, k === 2);
    })
    .join('');
  const key = Array.from({ length: Math.min(n, SERIES) }, (_, i): [string, string] => [series(i), contactName(a, i)]);
  return sheet(
    content + legend(key, 402),
    406 + 17 * Math.ceil(key.length / 2),
    `Impulses against time. ${a.sentence}`,
  );
}

export function readout(a: Answer, part: number): string {
  const row = stateAt(a, part);
  if (row.length === 0) return '';
  const impulses = a.scenario
    .contacts!.slice(0, 4)
    .map((_, i) => `${contactName(a, i)} ${number(row[normalColumn(a, i)])}`);
  return `normal impulses [N s]: ${impulses.join(' · ')}${a.scenario.contacts!.length > 4 ? ' …' : ''}`;
}
