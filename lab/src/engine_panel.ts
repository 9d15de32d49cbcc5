// The table that sets the engine's answer beside carom's.
import { ask } from './engine';
import type { Answer } from './types';

type Number = typeof import('./plot').number;

/** More energy than before by more than this part is a gain. */
const ROUNDING = 1e-9;

function row(number: Number, who: string, velocity: number[], spin: number, energy: number, before: number): string {
  const gain = energy > before * (1 + ROUNDING),
    change = `${energy > before ? '+' : ''}${number(energy - before, 3)}`;
  const numbers = `<td>${velocity.map((x) => number(x)).join(', ')}</td><td>${number(spin)}</td>`;
  return `<tr><th scope="row">${who}</th>${numbers}<td class="${gain ? 'gain' : ''}">${number(energy)} (${change})</td></tr>`;
}

/** Of an answer that an engine can give too. */
export async function compare(a: Answer, number: Number): Promise<string> {
  const theirs = await ask(a),
    ours = a.result!.bodies![a.scenario.contacts![0].bodies![0]],
    { before, after } = a.result!.energy;
  const columns = ['', 'velocity [m/s]', 'spin [rad/s]', 'energy [J]']
    .map((words) => `<th scope="col">${words}</th>`)
    .join('');
  const rows =
    row(number, 'carom', ours.velocity, ours.spin as number, after, before) +
    row(number, 'planck', theirs.velocity, theirs.spin, theirs.energy, before);
  return `<table><thead><tr>${columns}</tr></thead><tbody>${rows}</tbody></table>
    <p class="hint">Energy before: ${number(before)} J. The engine solves friction and rebound step by step, with Newton’s law.</p>`;
}
