// The billiard table from above: rails, pockets and cloth, the balls, where each ball is at a time, and what happened to it.
import { Panel, type Box, WIDTH, escape, number } from './plot';
import { type Point } from './look';
import type { Answer, Table } from './types';

/** Metres of wood round the cloth. */
const WOOD = 0.07;
/** Pixels below which a ball is not drawn smaller. */
const LEAST = 3.6;
/** Colours that balls take in turn. */
const TONES = 6;
/** With more balls their names would cover the cloth. */
const MOST_NAMES = 6;
/** Pixels that a letter of a name is wide at most, and that a name is high. */
const LETTER = 6.5,
  LINE = 12;

export const tableOf = (a: Answer): Table | undefined => a.scenario.motion?.table;
export const ballsOf = (a: Answer): string[] => Object.keys(a.scenario.bodies ?? {});
export const radiusOf = (a: Answer, name: string): number => a.scenario.bodies![name].shape?.sphere ?? 0.0286;

export function tablePanel(a: Answer, box: Box): Panel {
  const corners = (tableOf(a)!.rails?.segments ?? []).flat() as Point[];
  const balls = Object.values(a.scenario.bodies ?? {}).map((b): Point => [b.position![0], b.position![1]]);
  const points = corners.length ? corners : [...balls, ...balls.map(([x, y]): Point => [x + 1.5, y + 0.5])];
  const span = (k: 0 | 1): [number, number] => [
    Math.min(...points.map((p) => p[k])) - WOOD,
    Math.max(...points.map((p) => p[k])) + WOOD,
  ];
  return new Panel(box, span(0), span(1)).equal();
}

/** Pixels high that a table of this width is. */
export function tableHeight(a: Answer, width: number): number {
  const p = tablePanel(a, { left: 0, top: 0, width: 1e6, height: 1 });
  return Math.max(90, Math.min(340, (width * (p.y[1] - p.y[0])) / boundsAcross(a)));
}

function boundsAcross(a: Answer): number {
  const p = tablePanel(a, { left: 0, top: 0, width: 1, height: 1e6 });
  return p.x[1] - p.x[0];
}

/** Cloth, rails and pockets. */
export function tableGround(a: Answer, panel: Panel): string {
  const t = tableOf(a)!,
    scale = panel.X(1) - panel.X(0),
    segments = t.rails?.segments ?? [];
  const outline = segments.map((s) => s[0] as Point),
    wood = t.size
      ? `<rect class="wood" x="${panel.X(-WOOD)}" y="${panel.Y(t.size[1] + WOOD)}" width="${scale * (t.size[0] + 2 * WOOD)}" height="${scale * (t.size[1] + 2 * WOOD)}" rx="8"/>`
      : '';
  const cloth = outline.length > 2 ? panel.path(outline, 'cloth', true) : '';
  const rails = segments.map((s) => panel.path(s as Point[], 'rail')).join('');
  const pockets = (t.pockets ?? [])
    .map((p) => `<circle class="pocket" cx="${panel.X(p.at[0])}" cy="${panel.Y(p.at[1])}" r="${scale * p.radius}"/>`)
    .join('');
  return wood + cloth + rails + pockets;
}

/** The ball that is played stays white; the others take colours in turn. */
export function toneOf(a: Answer, name: string): string {
  const names = ballsOf(a),
    moves = (n: string) => Math.hypot(...(a.scenario.bodies![n].velocity ?? [0])) > 0,
    played = tableOf(a)!.strokes?.[0]?.ball ?? names.find((n) => /cue|white/.test(n)) ?? names.find(moves) ?? names[0];
  if (name === played) return 'played';
  return `tone${1 + (names.filter((n) => n !== played).indexOf(name) % TONES)}`;
}

/** Balls at their places. A name stands above its ball, or below where it would cover another name. */
export function balls(a: Answer, places: [string, Point][], panel: Panel): string {
  const scale = panel.X(1) - panel.X(0),
    named: { x: number; y: number; half: number }[] = [];
  return places
    .map(([name, p]) => {
      const r = Math.max(LEAST, scale * radiusOf(a, name)),
        [x, y] = [panel.X(p[0]), panel.Y(p[1])],
        circle = `<circle class="ball ${toneOf(a, name)}" cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${r.toFixed(2)}"/>`;
      if (ballsOf(a).length > MOST_NAMES) return circle;
      const at = { x: Math.max(24, Math.min(WIDTH - 24, x)), y: y - r - 4, half: (LETTER * (name.length + 1)) / 2 };
      if (named.some((n) => Math.abs(n.x - at.x) < n.half + at.half && Math.abs(n.y - at.y) < LINE)) at.y = y + r + LINE;
      named.push(at);
      return `${circle}<text class="small name" x="${at.x}" y="${at.y}" text-anchor="middle">${escape(name)}</text>`;
    })
    .join('');
}

// ---- where a ball is ----------------------------------------------------------------------------------------------

/** Time, x, y. */
type Knot = [number, number, number];
const KNOTS = new WeakMap<object, Map<string, Knot[]>>();

/** Samples, and the places of hits between them: before the first hit of an interval the ball goes on as it did at the
 * sample before it, and behind the last as at the sample after it. */
function knotsOf(a: Answer, name: string): Knot[] {
  const motion = a.motion!;
  if (!KNOTS.has(motion)) KNOTS.set(motion, new Map());
  const known = KNOTS.get(motion)!.get(name);
  if (known) return known;
  const at = (key: string) => motion.columns.indexOf(`${name}.${key}`),
    [x, y, vx, vy] = ['x', 'y', 'vx', 'vy'].map(at);
  const hits = motion.impacts.filter((i) => partners(a, i.what).includes(name)).map((i) => i.time);
  const knots: Knot[] = [];
  let h = 0;
  motion.rows.forEach((row, k) => {
    knots.push([row[0], row[x], row[y]]);
    const next = motion.rows[k + 1];
    const between: number[] = [];
    while (next && h < hits.length && hits[h] <= next[0]) between.push(hits[h++]);
    const inner = between.filter((t) => t > row[0] && t < next[0]);
    if (inner.length === 0) return;
    const first = inner[0],
      last = inner[inner.length - 1];
    knots.push([first, row[x] + row[vx] * (first - row[0]), row[y] + row[vy] * (first - row[0])]);
    if (last > first)
      knots.push([last, next[x] - next[vx] * (next[0] - last), next[y] - next[vy] * (next[0] - last)]);
  });
  KNOTS.get(motion)!.set(name, knots);
  return knots;
}

export function placeAt(a: Answer, name: string, t: number): Point {
  const knots = knotsOf(a, name);
  let low = 0,
    high = knots.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (knots[middle][0] <= t) low = middle;
    else high = middle;
  }
  const [p, q] = [knots[low], knots[high]],
    part = q[0] > p[0] ? Math.min(1, Math.max(0, (t - p[0]) / (q[0] - p[0]))) : 1;
  return [p[1] + part * (q[1] - p[1]), p[2] + part * (q[2] - p[2])];
}

export function wayBetween(a: Answer, name: string, from: number, to: number): Point[] {
  const inner = knotsOf(a, name)
    .filter((k) => k[0] > from && k[0] < to)
    .map((k): Point => [k[1], k[2]]);
  return [placeAt(a, name, from), ...inner, placeAt(a, name, to)];
}

/** Whether the ball is still on the table. */
export const isThere = (a: Answer, name: string, t: number) =>
  !a.motion!.phases.some((p) => p.what === name && (p.state === 'pocketed' || p.state === 'off') && p.from <= t);

// ---- what happened, in words --------------------------------------------------------------------------------------

/** "a-b" as its two sides; names may have dashes themselves. */
function sidesOf(a: Answer, what: string): [string, string] {
  const known = a.scenario.bodies ?? {};
  if (what in known) return [what, ''];
  for (let i = what.indexOf('-'); i >= 0; i = what.indexOf('-', i + 1)) {
    const [left, right] = [what.slice(0, i), what.slice(i + 1)];
    if (left in known || (left === 'cue' && right in known)) return [left, right];
  }
  return [what, ''];
}

const partners = (a: Answer, what: string) => sidesOf(a, what).filter(Boolean);

const DEGREES = 180 / Math.PI;
/** Landings slower than this part of the fastest approach are not told one by one, as in the program's summary. */
const FAINT = 0.01;

export function sentences(a: Answer): { time: number; words: string }[] {
  const approach = (i: { velocity_before: number[] }) => Math.abs(i.velocity_before?.[2] ?? 0),
    all = a.motion!.impacts,
    fastest = Math.max(0, ...all.map(approach));
  /** Of contacts at one instant the first is told, with their number. */
  const isTold = (i: (typeof all)[0], k: number) => (i.cluster ?? 1) === 1 || all[k - 1]?.time !== i.time;
  return all
    .filter(isTold)
    .filter((i) => sidesOf(a, i.what)[1] !== '' || approach(i) > FAINT * fastest)
    .map((i) => {
      const [left, right] = sidesOf(a, i.what),
        speed = `${number(approach(i), 3)} m/s`;
      const cut = i.cut !== undefined && Math.abs(i.cut) * DEGREES > 0.05 ? `, cut ${number(i.cut * DEGREES, 3)}°` : '';
      const thrown =
        i.throw !== undefined && Math.abs(i.throw) * DEGREES > 0.05 ? `, thrown ${number(i.throw * DEGREES, 2)}°` : '';
      if (left === 'cue' && !('cue' in a.scenario.bodies!)) return { time: i.time, words: `The cue strikes ${right}.` };
      if (right === '') return { time: i.time, words: `${left} lands on the cloth with ${speed}.` };
      if (right.startsWith('pocket')) return { time: i.time, words: `${left} falls into ${right}.` };
      if (right.startsWith('rail')) return { time: i.time, words: `${left} meets ${right} with ${speed}.` };
      const others = (i.cluster ?? 1) > 1 ? `, ${i.cluster} contacts at once` : '';
      return { time: i.time, words: `${left} meets ${right} with ${speed}${cut}${thrown}${others}.` };
    });
}
