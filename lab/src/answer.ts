// A scenario in, everything that the page shows of it out. Throws carom's sentence where there is no answer.
import type { Carom } from './module';
import type { Answer, Motion, Scenario } from './types';

/** The lines of a summary between its title and its first table: what happened, under which laws, and notes. */
function story(summary: string): string[] {
  const lines = summary.split('\n');
  return lines.slice(1, lines.indexOf('', 1));
}

/** Digits that a sentence for people has; all are below, among the numbers. */
const DIGITS = 4;

/** The program writes for terminals; here there are letters and signs for the same. */
export function typeset(words: string): string {
  return words
    .replace(/\beta2\b/g, 'η²')
    .replace(/\bmu\b/g, 'μ')
    .replace(/\^2\b/g, '²')
    .replace(/\^-1\b/g, '⁻¹')
    .replace(/_n\b/g, 'ₙ')
    .replace(/_t\b/g, 'ₜ')
    .replace(/(^|[\s(=])-(?=\d)/g, '$1−')
    .replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(DIGITS))));
}

function motionOf(carom: Carom, text: string): { motion: Motion; said: string; summary: string } {
  const said = carom.simulate(text);
  const summary = carom.summary();
  const rows = carom.samples();
  const columns = carom.columns();
  const csv = () => (carom.simulate(text), carom.csv());
  return { motion: { ...JSON.parse(said), columns, rows, csv }, said, summary };
}

export function answer(carom: Carom, text: string): Answer {
  const scenario: Scenario = JSON.parse(carom.read(text));
  const moves = scenario.motion ? motionOf(carom, text) : null;
  const strikes = scenario.contacts !== undefined && scenario.contacts.length > 0;
  const resultText = strikes ? carom.solve(text) : '';
  const result = strikes ? JSON.parse(resultText) : null;
  const summaries = [strikes ? carom.summary() : '', moves?.summary ?? ''];
  const stories = summaries.map(story);
  return {
    text,
    scenario,
    result,
    resultText: resultText || moves!.said,
    model: moves ? 'motion' : result.model,
    sentence: typeset([stories[0][0], stories[1][0]].filter(Boolean).join(' Then: ')),
    notes: stories
      .flatMap((lines) => lines.slice(1))
      .filter((line) => !line.includes('`carom simulate`'))
      .map(typeset),
    summary: summaries.filter(Boolean).join('\n\n'),
    explanation: strikes ? JSON.parse(carom.explain()) : null,
    rows: strikes ? carom.path() : [],
    diagram: strikes ? carom.diagram() : null,
    motion: moves?.motion ?? null,
  };
}
