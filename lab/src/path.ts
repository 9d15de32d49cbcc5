// The path of an impact: where it is at a part of its way, and where its events are.
import type { Answer, ImpactEvent } from './types';

/** What an event is called, and its mark. The words are those of carom's figures. */
const EVENTS: Record<string, [string, string]> = {
  compression_end: ['compression ends', 'square'],
  restitution_end: ['end', 'dot'],
  recompress: ['compressed again', 'square'],
  reactivate: ['comes back', 'ring'],
  stick: ['slip stops, sticks', 'diamond'],
  slip: ['slips', 'diamond'],
  reverse: ['slip turns back', 'diamond'],
  straight: ['slip does not turn', 'ring'],
  lock: ['held at rest', 'diamond'],
  release: ['released', 'diamond'],
  start_slip: ['starts sliding', 'ring'],
  start_stick: ['starts stuck', 'ring'],
  jam: ['wedged', 'diamond'],
};
export const eventWords = (type: string) => EVENTS[type]?.[0] ?? type.replace(/_/g, ' ');
export const eventMark = (type: string) => EVENTS[type]?.[1] ?? 'dot';

export const isSeveral = (a: Answer) => (a.scenario.contacts?.length ?? 0) > 1;

/** The column that serves as the clock: normal impulse of one contact, time of several. */
export const clock = (a: Answer) => (isSeveral(a) ? 0 : 2);

export function between(rows: number[][], column: number, value: number): number[] {
  if (rows.length === 0) return [];
  let i = rows.findIndex((row) => row[column] >= value);
  if (i < 0) return rows[rows.length - 1];
  if (i === 0) return rows[0];
  while (i > 1 && rows[i][column] === rows[i - 1][column]) --i;
  const [a, b] = [rows[i - 1], rows[i]],
    part = b[column] > a[column] ? (value - a[column]) / (b[column] - a[column]) : 1;
  return a.map((x, k) => x + part * (b[k] - x));
}

/** The state at a part (0 to 1) of the impact. */
export function stateAt(a: Answer, part: number): number[] {
  const last = a.rows[a.rows.length - 1];
  return last ? between(a.rows, clock(a), part * last[clock(a)]) : [];
}

/** Columns of the normal impulses of several contacts. */
export function normalColumn(a: Answer, contact: number): number {
  const d = a.scenario.dimension;
  return isSeveral(a) ? 1 + d * contact + d - 1 : 2;
}

/** The state at an event, found by the normal impulse of its contact (all of several, since one may stand still). */
export function stateOf(a: Answer, event: ImpactEvent): number[] {
  if (!isSeveral(a)) return between(a.rows, 2, event.impulse[0]);
  const distance = (row: number[]) =>
    event.impulse.reduce((sum, p, i) => sum + Math.abs(row[normalColumn(a, i)] - p), 0);
  return a.rows.reduce((best, row) => (distance(row) < distance(best) ? row : best), a.rows[0] ?? []);
}

/** The part of the impact at which an event happens. */
export function partOf(a: Answer, event: ImpactEvent): number {
  const last = a.rows[a.rows.length - 1];
  return last && last[clock(a)] > 0 ? (stateOf(a, event)[clock(a)] ?? 0) / last[clock(a)] : 0;
}

/** What a contact is called: its name, its bodies (with a number where they touch more than once), or its number. */
export function contactName(a: Answer, contact: number): string {
  const all = a.scenario.contacts ?? [],
    bodies = (i: number) => (all[i]?.name ? '' : (all[i]?.bodies?.join('–') ?? ''));
  if (!bodies(contact)) return all[contact]?.name ?? `contact ${contact}`;
  const alike = [...all.keys()].filter((i) => bodies(i) === bodies(contact));
  return bodies(contact) + (alike.length > 1 ? ` ${alike.indexOf(contact) + 1}` : '');
}
