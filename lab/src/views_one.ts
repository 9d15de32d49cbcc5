// The views of one contact: impact-process diagram, hodograph, springs, energy.
import { Panel, escape, legend, number, sheet, span } from './plot';
import { eventMark, eventWords, stateAt, stateOf } from './path';
import type { Answer, Invariant } from './types';

/** A path laid over another: that of another law. */
export interface Overlay {
  name: string;
  style: string;
  rows: number[][];
}

/** Velocities below this part of the fastest are what is left of a zero. */
const ROUNDING = 1e-12;
const BOX = { left: 62, top: 14, width: 340, height: 330 };

/** Marks at the events, with words. */
function marks(a: Answer, panel: Panel, x: number, y: number): string {
  const all = a.result!.events.flatMap((event) => {
    const row = stateOf(a, event);
    return row.length ? [{ type: event.type, words: eventWords(event.type), x: row[x], y: row[y] }] : [];
  });
  return all.map((m) => panel.mark(eventMark(m.type), m.x, m.y)).join('') + panel.labels(all);
}

/** Where each of the paths that are laid over each other ends. */
function endsOf(others: Overlay[], panel: Panel, x: number, y: number): string {
  const all = others
    .filter((o) => o.rows.length > 0)
    .map((o) => ({ words: o.name, x: o.rows[o.rows.length - 1][x], y: o.rows[o.rows.length - 1][y] }));
  return all.map((m) => panel.mark('dot', m.x, m.y)).join('') + panel.labels(all);
}

function now(a: Answer, panel: Panel, x: number, y: number, part: number): string {
  const row = part < 1 ? stateAt(a, part) : [];
  return row.length ? panel.mark('now', row[x], row[y]) : '';
}

function ellipse(d: number[]): [number, number][] {
  if (!d[11]) return [];
  return Array.from({ length: 97 }, (_, i) => {
    const c = Math.cos((i * Math.PI) / 48),
      s = Math.sin((i * Math.PI) / 48);
    return [d[12] + d[14] * c + d[16] * s, d[13] + d[15] * c + d[17] * s];
  });
}

/** Routh's diagram: the path in the plane of impulses, with the lines that decide it. */
export function process(a: Answer, part: number, others: Overlay[] = []): string {
  const d = a.diagram;
  if (!d || a.rows.length === 0) return nothing('There is no impact to draw: the bodies do not approach.');
  const around = ellipse(d),
    paths = [a.rows, ...others.map((o) => o.rows)];
  const ends = paths.flat();
  const panel = new Panel(
    BOX,
    span([0, ...ends.map((r) => r[0]), ...around.map((p) => p[0])]),
    span([0, ...ends.map((r) => r[2]), ...around.map((p) => p[1])]),
  ).equal();
  const stop = a.result!.events.find((e) => e.type === 'stick' || e.type === 'reverse');
  const at = stop ? stateOf(a, stop) : null;
  const newton = a.scenario.contacts![0].law === 'newton';
  const lines =
    panel.path(around, 'ellipse', true) +
    panel.line(d[0], d[1], d[2], 'sticking') +
    panel.line(d[3], d[4], d[5], 'compression') +
    (newton ? panel.line(d[6], d[7], d[8], 'termination') : '') +
    panel.line(1, -d[9], 0, 'friction') +
    (at ? panel.line(1, -d[10], d[10] * at[2] - at[0], 'reversed') : '');
  const drawn = others.length
    ? others
        .map((o) =>
          panel.path(
            o.rows.map((r) => [r[0], r[2]]),
            `path ${o.style}`,
          ),
        )
        .join('')
    : panel.path(
        a.rows.map((r) => [r[0], r[2]]),
        'path',
      );
  const content =
    panel.axes(
      'tangential impulse <tspan class="i">P</tspan>ₜ [N s]',
      'normal impulse <tspan class="i">P</tspan>ₙ [N s]',
    ) +
    panel.inside(
      lines +
        drawn +
        panel.mark('ring', 0, 0) +
        (others.length ? endsOf(others, panel, 0, 2) : marks(a, panel, 0, 2) + now(a, panel, 0, 2, part)),
    );
  const key: [string, string][] = others.length
    ? others.map((o) => [`path ${o.style}`, o.name])
    : [['path', 'path of the impulse']];
  key.push(
    ['fill-lost', 'inside: energy is lost'],
    ['sticking', 'no slip, S = 0'],
    ['compression', 'most compressed, C = 0'],
    ['friction', 'limiting friction'],
  );
  if (at && !others.length) key.push(['reversed', 'reversed friction']);
  if (newton) key.push(['termination', 'Newton ends, C = −e C₀']);
  return sheet(
    content + legend(key, 398),
    398 + 17 * Math.ceil(key.length / 2),
    `Impact-process diagram. ${a.sentence}`,
  );
}

function ray(panel: Panel, direction: Invariant, reach: number): string {
  return panel.path(
    [
      [0, 0],
      [reach * Math.cos(direction.angle), reach * Math.sin(direction.angle)],
    ],
    direction.type,
  );
}

/** The path of the slip velocity; in the plane, of tangent and normal velocity. */
export function hodograph(a: Answer, part: number, others: Overlay[] = []): string {
  if (a.rows.length === 0) return nothing('There is no impact to draw: the bodies do not approach.');
  const y = a.scenario.dimension === 3 && a.model !== 'planar' ? 4 : 5;
  const all = [a.rows, ...others.map((o) => o.rows)].flat();
  const panel = new Panel(
    BOX,
    span([0, ...all.map((r) => r[3])], 0.1),
    span([0, ...all.map((r) => r[y])], 0.1),
  ).equal();
  const rays = y === 4 ? (a.explanation?.invariant_directions?.items ?? []) : [];
  const reach = Math.hypot(panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]);
  const drawn = others.length
    ? others
        .map((o) =>
          panel.path(
            o.rows.map((r) => [r[3], r[y]]),
            `path ${o.style}`,
          ),
        )
        .join('')
    : panel.path(
        a.rows.map((r) => [r[3], r[y]]),
        'path',
      );
  const content =
    panel.axes(
      y === 4 ? 'slip <tspan class="i">v</tspan>₁ [m/s]' : 'tangential velocity <tspan class="i">v</tspan>ₜ [m/s]',
      y === 4 ? 'slip <tspan class="i">v</tspan>₂ [m/s]' : 'normal velocity <tspan class="i">v</tspan>ₙ [m/s]',
    ) +
    panel.inside(
      rays.map((r) => ray(panel, r, reach)).join('') +
        drawn +
        panel.mark('ring', a.rows[0][3], a.rows[0][y]) +
        (others.length ? endsOf(others, panel, 3, y) : marks(a, panel, 3, y) + now(a, panel, 3, y, part)),
    );
  const key: [string, string][] = others.length
    ? others.map((o) => [`path ${o.style}`, o.name])
    : [['path', 'path of the contact velocity']];
  for (const type of new Set(rays.map((r) => r.type)))
    key.push([
      type,
      `slip keeps its direction, ${type === 'centripetal' ? 'slows down' : type === 'centrifugal' ? 'speeds up' : 'steady'}`,
    ]);
  return sheet(
    content + key.map(([s, w], i) => legend([[s, escape(w)]], 398 + 17 * i)).join(''),
    402 + 17 * key.length,
    `Hodograph. ${a.sentence}`,
  );
}

interface Curve {
  style: string;
  words: string;
  values: number[];
}

/** Panels above each other over one axis, with lines at the events. */
function stack(
  a: Answer,
  part: number,
  x: number[],
  across: string,
  panels: [string, Curve[]][],
  shaded: [number, number][] = [],
): string {
  const top = 30,
    high = (350 - 8 * panels.length) / panels.length,
    range: [number, number] = [0, x[x.length - 1] || 1];
  const places = a.result!.events.map((e) => between1(a, e.impulse, x));
  let out = '',
    above = top;
  panels.forEach(([up, curves], i) => {
    const panel = new Panel(
      { left: 62, top: above, width: 340, height: high },
      range,
      span([0, ...curves.flatMap((c) => c.values)], 0.08),
    );
    const shade = shaded
      .map(([from, to]) =>
        panel.path(
          [
            [from, panel.y[0]],
            [to, panel.y[0]],
            [to, panel.y[1]],
            [from, panel.y[1]],
          ],
          'shade',
          true,
        ),
      )
      .join('');
    const lines = places
      .map((p) =>
        panel.path(
          [
            [p, panel.y[0]],
            [p, panel.y[1]],
          ],
          'event',
        ),
      )
      .join('');
    const here =
      part < 1
        ? panel.path(
            [
              [part * range[1], panel.y[0]],
              [part * range[1], panel.y[1]],
            ],
            'cursor',
          )
        : '';
    out +=
      panel.inside(
        shade +
          lines +
          curves
            .map((c) =>
              panel.path(
                c.values.map((v, k) => [x[k], v]),
                c.style,
              ),
            )
            .join('') +
          here,
      ) + panel.axes(i === panels.length - 1 ? across : '', up, i === panels.length - 1);
    above += high + 8;
  });
  out += flags(a, places, range);
  const key = panels
    .flatMap(([, curves]) => curves)
    .filter((c, i, all) => all.findIndex((o) => o.style === c.style && o.words === c.words) === i)
    .map((c): [string, string] => [c.style, c.words]);
  if (shaded.length) key.push(['fill-shade', 'the contact sticks']);
  return sheet(out + legend(key, 420), 420 + 17 * Math.ceil(key.length / 2), a.sentence);
}

function between1(a: Answer, impulse: number[], x: number[]): number {
  return Math.min(impulse[0], x[x.length - 1] ?? 0);
}

/** Words above the lines of the events, where there is room for them. */
function flags(a: Answer, places: number[], range: [number, number]): string {
  let free = -Infinity;
  return a
    .result!.events.map((event, i) => {
      const x = 62 + (340 * places[i]) / range[1],
        words = eventWords(event.type),
        half = 3 * words.length;
      const centre = Math.min(Math.max(x, half + 4), 416 - half);
      if (centre - half < free) return '';
      free = centre + half + 6;
      return `<text class="small" x="${centre}" y="22" text-anchor="middle">${words}</text>`;
    })
    .join('');
}

function stuck(a: Answer): [number, number][] {
  const spans: [number, number][] = [];
  a.rows.forEach((row, i) => {
    if (i === 0 || row[15] !== 0) return;
    const from = a.rows[i - 1][2],
      last = spans[spans.length - 1];
    if (last && last[1] === from) last[1] = row[2];
    else spans.push([from, row[2]]);
  });
  return spans;
}

const IMPULSE = 'normal impulse <tspan class="i">I</tspan>ₙ [N s]';

/** What the springs of a compliant contact do, against the normal impulse. */
export function springs(a: Answer, part: number): string {
  if (a.rows.length === 0 || a.rows[0].length < 16) return energy(a, part);
  const x = a.rows.map((r) => r[2]),
    column = (k: number) => a.rows.map((r) => r[k]);
  const second = a.rows.some((r) => Math.abs(r[4]) > 1e-9) || a.rows.some((r) => Math.abs(r[7]) > 1e-9);
  const both = (k: number, words: string): Curve[] => [
    { style: 'tangent1', words: `${words} t₁`, values: column(k) },
    ...(second ? [{ style: 'tangent2', words: `${words} t₂`, values: column(k + 1) }] : []),
  ];
  return stack(
    a,
    part,
    x,
    IMPULSE,
    [
      ['velocity [m/s]', [...both(3, 'tangential'), { style: 'normal', words: 'normal', values: column(5) }]],
      ['spring × √2k₀', [...both(6, 'tangential'), { style: 'normal', words: 'normal', values: column(8) }]],
      [
        'energy [J]',
        [
          { style: 'normal', words: 'normal', values: column(12) },
          { style: 'tangents', words: 'in the tangential springs', values: column(13) },
          { style: 'lost', words: 'lost to friction', values: column(14) },
        ],
      ],
    ],
    stuck(a),
  );
}

/** Where the energy goes, against the normal impulse. */
export function energy(a: Answer, part: number): string {
  if (a.rows.length === 0) return nothing('There is no impact to draw: the bodies do not approach.');
  const springy = a.rows[0].length === 16,
    x = a.rows.map((r) => r[2]),
    column = (k: number) => a.rows.map((r) => r[k]);
  const curves: Curve[] = springy
    ? [
        { style: 'normal', words: 'in the normal spring', values: column(12) },
        { style: 'tangents', words: 'in the tangential springs', values: column(13) },
        { style: 'lost', words: 'lost to friction', values: column(14) },
      ]
    : [
        { style: 'normal', words: 'work against the normal force', values: column(6) },
        { style: 'lost', words: 'lost to friction', values: column(7) },
      ];
  return stack(a, part, x, IMPULSE, [
    ['energy [J]', curves],
    [
      'velocity [m/s]',
      [
        { style: 'tangent1', words: 'slip t₁', values: column(3) },
        ...(a.scenario.dimension === 3 ? [{ style: 'tangent2', words: 'slip t₂', values: column(4) }] : []),
        { style: 'series4', words: 'normal velocity', values: column(5) },
      ],
    ],
  ]);
}

export function nothing(words: string): string {
  return sheet(
    `<rect class="frame" x="10" y="10" width="400" height="180"/><text x="210" y="104" text-anchor="middle">${escape(words)}</text>`,
    200,
    words,
  );
}

/** The numbers under the scrubber, for one contact. */
export function readout(a: Answer, part: number): string {
  const row = stateAt(a, part);
  if (row.length === 0) return '';
  const fastest = Math.max(...a.rows.map((r) => Math.hypot(r[3], r[4], r[5])));
  const speed = (v: number) => number(Math.abs(v) > ROUNDING * fastest ? v : 0);
  const slip = a.scenario.dimension === 3 ? Math.hypot(row[3], row[4]) : row[3];
  return `normal impulse ${number(row[2])} N s · slip ${speed(slip)} m/s · normal velocity ${speed(row[5])} m/s`;
}
