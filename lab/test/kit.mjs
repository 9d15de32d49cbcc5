// What the tests share: the module under node, the program, the scenes, and random scenarios that are the same every time.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export { serve } from '../serve.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const PROGRAM = process.env.CAROM ?? join(ROOT, 'build', 'carom');
export const WASM = process.env.CAROM_WASM ?? join(ROOT, 'build-wasm', 'carom.wasm');
export const PAGE = process.env.CAROM_PAGE ?? join(ROOT, 'build', 'lab');

export async function loadModule() {
  const entry = join(ROOT, 'lab', 'src', 'module.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const folder = mkdtempSync(join(tmpdir(), 'carom-lab-'));
  const file = join(folder, 'module.mjs');
  writeFileSync(file, outputFiles[0].text);
  const { Carom } = await import(file);
  rmSync(folder, { recursive: true });
  return Carom.load(readFileSync(WASM));
}

/** What the program says to a text on its standard input; its exit code does not matter. */
export function program(args, input) {
  try {
    return execFileSync(PROGRAM, [...args, '-'], {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (error.status === null || error.stdout === undefined) throw error;
    return error.stdout;
  }
}

/** What the module says, error or answer, as the program with --json would. */
export function module(call) {
  try {
    return call();
  } catch (error) {
    if (!error.failure) throw error;
    return JSON.stringify({ error: error.failure });
  }
}

/** {id, text, motion} of every scene of the repository, read from its files. */
export function scenes() {
  return ['', 'motion/', 'table/'].flatMap((folder) =>
    readdirSync(join(ROOT, 'scenes', folder))
      .filter((name) => /\.jsonl?$/.test(name))
      .sort()
      .flatMap((name) => {
        const text = readFileSync(join(ROOT, 'scenes', folder, name), 'utf8');
        const id = folder + name.replace(/\.jsonl?$/, '');
        const of = (id, text) => ({ id, text, motion: 'motion' in JSON.parse(text) });
        if (!name.endsWith('l')) return [of(id, text)];
        return text
          .split('\n')
          .filter((line) => line.trim())
          .map((line, i) => of(`${id}.${i}`, line));
      }),
  );
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function random(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function symmetric(size, next) {
  const a = Array.from({ length: size }, () => Array.from({ length: size }, () => 2 * next() - 1));
  const dot = (i, j) => a[i].reduce((sum, x, k) => sum + x * a[j][k], i === j ? 0.1 : 0);
  return a.map((_, i) => a.map((_, j) => dot(Math.min(i, j), Math.max(i, j))));
}

/** A contact space of `count` contacts; springs: with tangential compliance. */
export function randomScenario(next, dimension, count, springs) {
  const one = () => Array.from({ length: dimension }, (_, k) => (k === dimension - 1 ? -2 * next() : 4 * next() - 2));
  const surface = () => ({
    e: next(),
    mu: 1.5 * next(),
    ...(springs ? { eta2: 1 + next() } : {}),
    ...(count > 1
      ? { stiffness: 0.3 + next() }
      : springs
        ? {}
        : { law: ['stronge', 'poisson', 'newton'][Math.floor(3 * next())] }),
  });
  return {
    carom: 1,
    dimension,
    contact_space: { W: symmetric(dimension * count, next), v: Array.from({ length: count }, one).flat() },
    contacts: Array.from({ length: count }, surface),
  };
}

/** Debian's chromium; without it nothing is tested, and that is a failure. */
export async function openBrowser() {
  const { chromium } = await import('playwright-core');
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
  ];
  return chromium.launch({ executablePath, args });
}
