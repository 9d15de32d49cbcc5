// carom.wasm says what the program says, to the last character: every scene, random scenarios of every model, errors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { WASM, loadModule, module, program, random, randomScenario, scenes } from './kit.mjs';

let carom;
before(async () => {
  carom = await loadModule();
});

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(WASM))), []);
});

test('every scene: result, explanation and summary', () => {
  const all = scenes();
  assert.ok(all.length > 100, `${all.length} scenes`);
  for (const { id, text, motion } of all) {
    const contacts = 'contacts' in JSON.parse(text);
    if (motion) {
      assert.equal(carom.simulate(text), program(['simulate', '--json'], text), id);
      assert.equal(carom.summary(), program(['simulate'], text), id);
    }
    if (!contacts) continue;
    assert.equal(carom.solve(text), program(['solve', '--json'], text), id);
    assert.equal(carom.summary(), program(['solve'], text), id);
    assert.equal(carom.explain(), program(['explain', '--json'], text), id);
  }
});

const FAMILIES = [
  ['planar', 2, 1, false, 2000],
  ['spatial', 3, 1, false, 2000],
  ['compliant', 3, 1, true, 500],
  ['several, frictional', 2, 2, true, 40],
  ['several, rigid', 3, 3, false, 40],
];

for (const [name, dimension, count, springs, samples] of FAMILIES) {
  test(`${samples} random scenarios, ${name}`, () => {
    const next = random(7);
    const lines = Array.from({ length: samples }, () =>
      JSON.stringify(randomScenario(next, dimension, count, springs)),
    );
    const want = program(['solve', '--json', '--jsonl'], lines.join('\n') + '\n')
      .trimEnd()
      .split('\n');
    assert.equal(want.length, samples);
    lines.forEach((line, i) => {
      const got = module(() => carom.solve(line)).trimEnd();
      if ('error' in JSON.parse(want[i]))
        assert.deepEqual(JSON.parse(got).error.message, JSON.parse(want[i]).error.message, line);
      else assert.equal(got, want[i], line);
    });
  });
}

test('errors: the same sentence, key and line; the last good answer stays', () => {
  const good = scenes()[0].text;
  carom.solve(good);
  const said = carom.summary();
  const bad = [
    '',
    '{',
    '[]',
    '{"carom": 1}',
    good.replace('"mass"', '"mas"'),
    good.replace(/"mass": *[0-9.]+/, '"mass": -1'),
    good.replace('"carom": 1', '"carom": 99'),
    good.slice(0, 80),
    '\u0000',
    '{"carom": 1, "carom": 1}',
  ];
  for (const text of bad) {
    const want = JSON.parse(program(['solve', '--json'], text));
    assert.ok('error' in want, text);
    assert.deepEqual(JSON.parse(module(() => carom.solve(text))), want, text);
  }
  assert.equal(carom.summary(), said);
});

test('numbers set by path are those of --set', () => {
  const { text } = scenes().find(({ id }) => id === 'falling-rod-2-sticking-stronge');
  const pairs = [
    ['contacts.0.mu', '0.25'],
    ['contacts.0.law', 'newton'],
    ['bodies.rod.velocity', '[0.1, -2]'],
    ['contacts.0.mu_static', '0.7'],
  ];
  const set = pairs.reduce((now, [path, value]) => carom.set(now, path, value), text);
  const args = pairs.flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  assert.equal(carom.solve(set), program(['solve', '--json', ...args], text));
  assert.throws(() => carom.set(text, 'contacts.7.mu', '1'), /leads to no value/);
});

test('a map has the values of --vary', () => {
  const { text } = scenes().find(({ id }) => id === 'falling-rod-2-sticking-stronge');
  const across = { path: 'contacts.0.mu', from: 0, to: 1.5, count: 9 },
    up = { path: 'contacts.0.e', from: 0, to: 1, count: 7 };
  for (const show of ['contacts.0.mode', 'energy.change']) {
    const { values, words } = carom.map({ text, across, up, show, motion: false, firstRow: 2, rowCount: 5 });
    const got = Array.from(values, (v) => (words.length ? words[v] : v));
    const point = (mu, e) =>
      program(['solve', '--json', '--set', `contacts.0.mu=${mu}`, '--set', `contacts.0.e=${e}`], text);
    [0, 10, 22, 44].forEach((i) => {
      const answer = JSON.parse(point((1.5 * (i % 9)) / 8, (2 + Math.floor(i / 9)) / 6));
      assert.equal(got[i], show === 'energy.change' ? answer.energy.change : answer.contacts[0].mode);
    });
  }
});

test('memory stays the same over 20,000 solves of a changing scenario', () => {
  const { text } = scenes().find(({ id }) => id === 'falling-rod-2-sticking-stronge');
  const one = (i) => {
    carom.solve(carom.set(text, 'contacts.0.mu', String((i % 997) / 700)));
    carom.path();
    if (i % 10 === 0) carom.explain();
  };
  for (let i = 0; i < 2000; ++i) one(i);
  const was = carom.memory;
  for (let i = 0; i < 20000; ++i) one(i);
  assert.equal(carom.memory, was);
});
