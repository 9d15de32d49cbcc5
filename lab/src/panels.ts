// The panels of words and numbers: the ledger of energy, events, why, controls, laws side by side.
import type { Carom } from './module';
import { answer, typeset } from './answer';
import { contactName, eventWords, partOf } from './path';
import { escape, number } from './plot';
import { sentences } from './table';
import { type Overlay, hodograph, process } from './views_one';
import type { Answer, Surface } from './types';

interface Share {
  name: string;
  words: string;
  joule: number;
}

/** What became of the energy before, and of what Newton's law gave in addition: before + given = the sum of the parts. */
function shares(a: Answer): { whole: number; parts: Share[] } {
  if (a.motion && !a.result) {
    const e = a.motion.energy,
      low = Math.min(0, e.end);
    const given = e.strokes ?? 0;
    return {
      whole: e.start + given - low,
      parts: [
        { name: 'kept', words: 'at the end', joule: e.end - low },
        { name: 'friction', words: 'friction', joule: e.friction },
        { name: 'restitution', words: 'impacts', joule: e.impacts },
        { name: 'spring', words: 'in pockets', joule: e.pocketed ?? 0 },
      ],
    };
  }
  const e = a.result!.energy,
    given = Math.max(0, -e.restitution),
    gained = Math.min(given, e.after);
  return {
    whole: e.before + given,
    parts: [
      { name: 'kept', words: 'after', joule: e.after - gained },
      { name: 'gained', words: 'gained by Newton’s law', joule: gained },
      { name: 'friction', words: 'friction', joule: e.friction },
      { name: 'restitution', words: 'restitution', joule: Math.max(0, e.restitution) },
      { name: 'spring', words: 'left in springs', joule: e.spring ?? 0 },
    ],
  };
}

/** Shares below this part of the whole are rounding. */
const DUST = 1e-9;

export function ledger(a: Answer): string {
  const { whole, parts } = shares(a),
    shown = parts.filter((p) => p.joule > DUST * whole);
  const percent = (joule: number) => (whole > 0 ? (100 * joule) / whole : 0);
  const words = shown.map((p) => `${p.words} ${number(p.joule)} J`).join(', ');
  return (
    `<div class="bar" role="img" aria-label="${escape(words || 'no energy')}">${shown.map((p) => `<span class="${p.name}" style="width:${percent(p.joule)}%"></span>`).join('')}</div>` +
    `<ul>${shown.map((p) => `<li><i class="${p.name}"></i>${p.words} ${number(p.joule)} J</li>`).join('')}</ul>`
  );
}

/** The most events that are listed; the numbers below have all. */
const MOST_EVENTS = 40;

export function events(a: Answer): string {
  if (a.motion) {
    if (a.scenario.motion!.table)
      return sentences(a)
        .slice(0, MOST_EVENTS)
        .map((s) => `<li><button data-time="${s.time}">${number(s.time)} s</button> ${escape(s.words)}</li>`)
        .join('');
    const end = a.motion.impacts.slice(0, MOST_EVENTS);
    return end
      .map(
        (i) =>
          `<li><button data-time="${i.time}">${number(i.time)} s: ${escape(i.what)}</button>, ${escape(i.mode)}</li>`,
      )
      .join('');
  }
  const several = a.result!.contacts.length > 1;
  return a
    .result!.events.slice(0, MOST_EVENTS)
    .map(
      (e) =>
        `<li><button data-part-of="${partOf(a, e)}">${several ? `${escape(contactName(a, e.contact))}: ` : ''}${eventWords(e.type)}</button> at ${number(e.impulse[several ? e.contact : 0])} N s</li>`,
    )
    .join('');
}

export const why = (a: Answer) =>
  (a.explanation?.meaning ?? []).map((words) => `<li>${escape(typeset(words))}</li>`).join('') ||
  '<li>The impacts of a motion are explained one by one: open one of the scenes of single impacts.</li>';

/** A number or a law with a slider or a list; it stands at one path, or at several that have the same value. */
export interface Control {
  paths: string[];
  words: string;
  min: number;
  max: number;
}

/** Whether a surface gives sideways, by whichever number it says so. */
const isSprung = (s: Surface) => Boolean(s.eta2) || s.poisson_ratio !== undefined;

/** What can be changed of a surface: its key, its words, and the range of the slider. */
const KEYS: [keyof Surface, string, number][] = [
  ['mu', 'friction μ', 1.5],
  ['e', 'restitution e', 1],
  ['eta2', 'compliance η²', 10],
  ['poisson_ratio', 'Poisson’s ratio ν', 0.5],
  ['stiffness', 'stiffness', 4],
];

/** Surfaces that get controls; any other number is set by its path. */
const MOST_SURFACES = 3;

/** Where the surfaces of a scenario stand, with their names. */
export function surfaces(a: Answer): [string, Surface, string][] {
  const contacts = (a.scenario.contacts ?? []).map((c, i): [string, Surface, string] => [
    `contacts.${i}`,
    c,
    contactName(a, i),
  ]);
  const planes = (a.scenario.motion?.planes ?? []).map((p, i): [string, Surface, string] => [
    `motion.planes.${i}.surface`,
    p.surface,
    `plane ${i}`,
  ]);
  return [...contacts, ...planes];
}

function surfaceControls(a: Answer): Control[] {
  const all = surfaces(a),
    several = (a.scenario.contacts?.length ?? 0) > 1;
  return KEYS.flatMap(([key, words, max]) => {
    const having = all.filter(([, s]) => s[key] !== undefined && (key !== 'eta2' || s.eta2)),
      alike = all.length > 1 && having.length === all.length && having.every(([, s]) => s[key] === having[0][1][key]);
    if (key === 'stiffness' && (!several || alike)) return [];
    if (alike) return [{ paths: having.map(([path]) => `${path}.${key}`), words: `${words}, all`, min: 0, max }];
    return having
      .slice(0, MOST_SURFACES)
      .map(([path, , name]) => ({
        paths: [`${path}.${key}`],
        words: all.length > 1 ? `${words}, ${name}` : words,
        min: 0,
        max,
      }));
  });
}

/** Numbers at one path each. */
const plain = (rows: [string, string, number][]): Control[] =>
  rows.map(([path, words, max]) => ({ paths: [path], words, min: 0, max }));

function tableControls(a: Answer): Control[] {
  const t = a.scenario.motion?.table;
  if (!t) return [];
  const at = 'motion.table',
    stroke: [string, string, number][] = [
      [`${at}.strokes.0.speed`, 'speed of the cue', 10],
      [`${at}.strokes.0.elevation`, 'elevation [rad]', 1.5],
    ],
    rails: [string, string, number][] = [
      [`${at}.rails.surface.e`, 'rails, e', 1],
      [`${at}.rails.surface.mu`, 'rails, μ', 1],
    ];
  return plain([
    ...(t.strokes?.length ? stroke : []),
    [`${at}.balls.e`, 'ball on ball, e', 1],
    [`${at}.cloth.slide`, 'cloth, sliding', 0.5],
    [`${at}.cloth.roll`, 'cloth, rolling', 0.1],
    ...(t.rails ? rails : []),
  ]);
}

/** The velocities of a mechanism, which has no picture to drag. */
const mechanismControls = (a: Answer): Control[] =>
  (a.scenario.mechanism?.velocity ?? []).map((v, i, all) => {
    const most = 2 * Math.max(...all.map(Math.abs), 1);
    return { paths: [`mechanism.velocity.${i}`], words: `velocity ${i}`, min: -most, max: most };
  });

const clothControls = (a: Answer): Control[] =>
  a.scenario.motion?.cloth
    ? plain([
        ['motion.cloth.slide', 'cloth, sliding', 0.5],
        ['motion.cloth.roll', 'cloth, rolling', 0.1],
      ])
    : [];

export function controls(a: Answer): { numbers: Control[]; laws: Control[] } {
  const all = surfaces(a).slice(0, MOST_SURFACES),
    several = (a.scenario.contacts?.length ?? 0) > 1;
  return {
    numbers: [...surfaceControls(a), ...mechanismControls(a), ...clothControls(a), ...tableControls(a)],
    laws: all
      .filter(([path, s]) => !isSprung(s) && !(several && path.startsWith('contacts')))
      .map(([path, , name]) => ({ paths: [`${path}.law`], words: all.length > 1 ? `law, ${name}` : 'law', min: 0, max: 0 })),
  };
}

/** The value of a scenario at a path. */
export function valueAt(a: Answer, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], a.scenario);
}

const LAWS: [string, string][] = [
  ['stronge', 'Stronge'],
  ['poisson', 'Poisson'],
  ['newton', 'Newton'],
];

/** Whether the laws can differ: where one rigid contact is struck. */
export const lawsDiffer = (a: Answer) =>
  a.scenario.contacts?.length === 1 && !isSprung(a.scenario.contacts[0]) && !a.motion && a.rows.length > 0;

/** Why no engine can be asked, or null: it is shown one planar body that strikes something fixed. */
export function whyNoEngine(a: Answer): string | null {
  const contacts = a.scenario.contacts ?? [];
  if (a.scenario.dimension !== 2 || contacts.length !== 1 || !contacts[0].bodies)
    return 'The engine is two-dimensional, and compared on one body that strikes something fixed.';
  const [body, other] = contacts[0].bodies.map((name) => a.scenario.bodies![name]);
  return other.fixed && body.position ? null : 'The engine is compared on one body that strikes something fixed.';
}

/** One diagram with the paths of all laws, and what each says. */
export function laws(carom: Carom, a: Answer): string {
  if (!lawsDiffer(a) || !a.result)
    return '<p class="hint">The laws differ where one rigid contact is struck; springs and several contacts know Stronge’s alone.</p>';
  const answers = LAWS.map(([word]) => answer(carom, carom.set(a.text, 'contacts.0.law', word)));
  const others: Overlay[] = answers.map((b, i) => ({ name: LAWS[i][1], style: `law${i + 1}`, rows: b.rows }));
  const rows = answers.map((b, i) => {
    const e = b.result!.energy,
      c = b.result!.contacts[0],
      after = c.velocity_after[c.velocity_after.length - 1];
    return `<tr><th scope="row">${LAWS[i][1]}</th><td>${escape(c.mode)}</td><td>${number(after)}</td><td class="${e.change > DUST * e.before ? 'gain' : ''}">${number(e.change)}${e.change > DUST * e.before ? ' gained' : ''}</td></tr>`;
  });
  const drawing = a.diagram ? process(answers[0], 1, others) : hodograph(answers[0], 1, others);
  return `${drawing}<table><thead><tr><th scope="col">law</th><th scope="col">mode</th><th scope="col">leaves at [m/s]</th><th scope="col">energy [J]</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
