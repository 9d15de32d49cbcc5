// The panels of words and numbers: the ledger of energy, events, why, controls, laws side by side.
import type { Carom } from './module';
import { answer } from './answer';
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
  (a.explanation?.meaning ?? []).map((words) => `<li>${escape(words)}</li>`).join('') ||
  '<li>The impacts of a motion are explained one by one: open one of the scenes of single impacts.</li>';

interface Control {
  path: string;
  words: string;
  value: number;
  max: number;
}

function surfaceControls(path: string, s: Surface, name: string, several: boolean): Control[] {
  const suffix = name ? `, ${name}` : '';
  return [
    { path: `${path}.mu`, words: `friction μ${suffix}`, value: s.mu, max: 1.5 },
    { path: `${path}.e`, words: `restitution e${suffix}`, value: s.e, max: 1 },
    ...(s.eta2 ? [{ path: `${path}.eta2`, words: `compliance η²${suffix}`, value: s.eta2, max: 10 }] : []),
    ...(several && s.stiffness
      ? [{ path: `${path}.stiffness`, words: `stiffness${suffix}`, value: s.stiffness, max: 4 }]
      : []),
  ];
}

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

function tableControls(a: Answer): Control[] {
  const t = a.scenario.motion?.table;
  if (!t) return [];
  const stroke = t.strokes?.[0],
    at = 'motion.table';
  return [
    ...(stroke
      ? [
          { path: `${at}.strokes.0.speed`, words: 'speed of the cue', value: stroke.speed, max: 10 },
          { path: `${at}.strokes.0.elevation`, words: 'elevation [rad]', value: stroke.elevation ?? 0, max: 1.5 },
        ]
      : []),
    { path: `${at}.balls.e`, words: 'ball on ball, e', value: t.balls.e, max: 1 },
    { path: `${at}.cloth.slide`, words: 'cloth, sliding', value: t.cloth.slide, max: 0.5 },
    { path: `${at}.cloth.roll`, words: 'cloth, rolling', value: t.cloth.roll, max: 0.1 },
    ...(t.rails
      ? [
          { path: `${at}.rails.surface.e`, words: 'rails, e', value: t.rails.surface.e, max: 1 },
          { path: `${at}.rails.surface.mu`, words: 'rails, μ', value: t.rails.surface.mu, max: 1 },
        ]
      : []),
  ];
}

export function controls(a: Answer): { numbers: Control[]; laws: { path: string; words: string; value: string }[] } {
  const all = surfaces(a),
    shown = all.slice(0, MOST_SURFACES),
    several = (a.scenario.contacts?.length ?? 0) > 1;
  const numbers = shown.flatMap(([path, s, name]) => surfaceControls(path, s, all.length > 1 ? name : '', several));
  const cloth = a.scenario.motion?.cloth;
  if (cloth)
    numbers.push(
      { path: 'motion.cloth.slide', words: 'cloth, sliding', value: cloth.slide, max: 0.5 },
      { path: 'motion.cloth.roll', words: 'cloth, rolling', value: cloth.roll, max: 0.1 },
    );
  numbers.push(...tableControls(a));
  const laws = shown
    .filter(([path, s]) => !s.eta2 && !(several && path.startsWith('contacts')))
    .map(([path, s, name]) => ({
      path: `${path}.law`,
      words: `law${all.length > 1 ? `, ${name}` : ''}`,
      value: s.law,
    }));
  return { numbers, laws };
}

const LAWS: [string, string][] = [
  ['stronge', 'Stronge'],
  ['poisson', 'Poisson'],
  ['newton', 'Newton'],
];

/** One diagram with the paths of all laws, and what each says. */
export function laws(carom: Carom, a: Answer): string {
  const one = a.scenario.contacts?.length === 1 && !a.scenario.contacts[0].eta2 && !a.motion;
  if (!one || !a.result)
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
