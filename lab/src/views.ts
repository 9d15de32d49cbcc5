// Which views a scenario has, the best first.
import type { Answer } from './types';
import * as one from './views_one';
import * as motion from './views_motion';
import * as several from './views_several';
import * as table from './views_table';

export interface View {
  id: string;
  words: string;
  draw(a: Answer, part: number): string;
  /** How long it plays: a motion in real time, an impact as long as it takes to follow. */
  seconds(a: Answer): number;
}

/** s: an impact is played this long, whatever it takes in the world. */
const IMPACT_SECONDS = 4;
const impact = () => IMPACT_SECONDS;

const process: View = { id: 'process', words: 'impulse plane', draw: one.process, seconds: impact };
const hodograph: View = { id: 'hodograph', words: 'hodograph', draw: one.hodograph, seconds: impact };
const energy: View = { id: 'energy', words: 'energy', draw: one.energy, seconds: impact };
const springs: View = { id: 'springs', words: 'springs', draw: one.springs, seconds: impact };
const plane: View = { id: 'plane', words: 'impulses', draw: several.plane, seconds: impact };
const timeline: View = { id: 'timeline', words: 'against time', draw: several.timeline, seconds: impact };
const strobe: View = { id: 'strobe', words: 'motion', draw: motion.strobe, seconds: motion.shownTime };
const course: View = { id: 'course', words: 'height and energy', draw: motion.course, seconds: motion.shownTime };

const above: View = { id: 'table', words: 'table', draw: table.table, seconds: motion.shownTime };

function impactViews(a: Answer): View[] {
  if (!a.result) return [];
  const count = a.result.contacts.length;
  if (count > 1) return count === 2 ? [plane, timeline] : [timeline];
  if (a.rows[0]?.length === 16) return [springs, hodograph];
  return a.diagram ? [process, hodograph, energy] : [hodograph, energy];
}

export function viewsOf(a: Answer): View[] {
  return [...(a.motion ? [a.scenario.motion!.table ? above : strobe, course] : []), ...impactViews(a)];
}

export function readoutOf(a: Answer, view: View, part: number): string {
  if (view === above) return table.readout(a, part);
  if (view === strobe || view === course) return motion.readout(a, part);
  return a.result!.contacts.length > 1 ? several.readout(a, part) : one.readout(a, part);
}
