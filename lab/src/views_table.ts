// The view of a table: the balls at a time, and the ways so far, sliding, rolling and flying told apart.
import type { Point } from './look';
import { WIDTH, Panel, legend, number, sheet } from './plot';
import { balls, ballsOf, isThere, placeAt, tableGround, tableHeight, tablePanel, toneOf, wayBetween } from './table';
import type { Answer } from './types';
import { STILL, shownTime } from './views_motion';

/** Phases in which a ball goes somewhere. */
const GOING = new Set(['slide', 'roll', 'flight']);

function ways(a: Answer, t: number, panel: Panel): string {
  return a
    .motion!.phases.filter((p) => GOING.has(p.state) && p.from < t && p.what in a.scenario.bodies!)
    .map((p) => panel.path(wayBetween(a, p.what, p.from, Math.min(t, p.to)), `ballway ${p.state} ${toneOf(a, p.what)}`))
    .join('');
}

/** `part` of the shown time. */
export function table(a: Answer, part: number): string {
  const height = tableHeight(a, WIDTH - 12),
    panel = tablePanel(a, { left: 6, top: 6, width: WIDTH - 12, height }),
    t = part * shownTime(a);
  const places = ballsOf(a)
    .filter((name) => isThere(a, name, t))
    .map((name): [string, Point] => [name, placeAt(a, name, t)]);
  const key: [string, string][] = [
    ['ballway slide tone2', 'slides'],
    ['ballway roll tone2', 'rolls'],
    ['ballway flight tone2', 'in the air'],
  ];
  return sheet(
    panel.inside(tableGround(a, panel) + ways(a, t, panel) + balls(a, places, panel)) + legend(key, height + 24),
    height + 54,
    `The table from above. ${a.sentence}`,
  );
}

export function readout(a: Answer, part: number): string {
  const t = part * shownTime(a),
    states = a.motion!.phases.filter((p) => p.from <= t && t < p.to && !STILL.has(p.state)),
    rows = a.motion!.rows,
    row = rows.find((r) => r[0] >= t) ?? rows[rows.length - 1];
  const words = states
    .slice(0, 3)
    .map((p) => `${p.what}: ${p.state}`)
    .join(', ');
  return `t = ${number(t)} s · energy ${number(row[row.length - 1])} J${words ? ` · ${words}` : ' · all at rest'}${states.length > 3 ? ` and ${states.length - 3} more` : ''}`;
}
