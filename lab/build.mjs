// Builds the page into a folder. Usage: node build.mjs OUT CAROM_WASM [--single]
// --single writes OUT/carom-lab.html instead: the page, the module and every scene in one file.
import { build, transformSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [out, wasm, single] = process.argv.slice(2);
const STORIES = ['falling-rod-2-newton-elastic', 'superball-bounce', 'motion/masse-shot'];
const storyScenes = Object.fromEntries(
  STORIES.map((id) => [id, readFileSync(join(here, '..', 'scenes', `${id}.json`), 'utf8')]),
);
const options = {
  define: { STORY_SCENES: JSON.stringify(storyScenes) },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
};

async function script(name, more = {}) {
  const result = await build({ ...options, entryPoints: [join(here, 'src', name)], write: false, ...more });
  return result.outputFiles[0].text;
}

/** The module as src/unpack.ts takes it. xz leaves the size open, since it cannot know it: it is written into the header. */
function packed() {
  const bytes = readFileSync(wasm);
  const out = execFileSync('xz', ['--stdout', '--format=lzma', '--lzma1=preset=9e,lc=4,lp=0,pb=0'], {
    input: bytes,
    maxBuffer: 1 << 26,
  });
  out.writeBigUInt64LE(BigInt(bytes.length), 5);
  return out;
}

/** Every scene as the repository has it, in order: {id, text}; a .jsonl has one a line. */
function scenes() {
  const root = join(here, '..', 'scenes');
  const files = ['', 'motion/', 'table/'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.jsonl?$/.test(name))
      .sort()
      .map((name) => folder + name),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const id = file.replace(/\.jsonl?$/, '');
    if (!file.endsWith('l')) return [{ id, text }];
    return text
      .split('\n')
      .filter((line) => line.trim())
      .map((line, i) => ({ id: `${id}.${i}`, text: line }));
  });
}

/** The same with the model that solves each, asked of the module itself. */
async function catalogue() {
  const code = await script('module.ts', { platform: 'node' });
  const { Carom } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  const carom = await Carom.load(readFileSync(wasm));
  return scenes().map(({ id, text }) => {
    const read = JSON.parse(text);
    const model = read.motion?.table ? 'table' : read.motion ? 'motion' : JSON.parse(carom.solve(text)).model;
    return { id, title: read.title ?? id, model, text };
  });
}

function style() {
  const text = ['lab.css', 'drawing.css'].map((name) => readFileSync(join(here, 'src', name), 'utf8')).join('');
  return transformSync(text, { loader: 'css', minify: true }).code;
}

async function folder() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await build({
    ...options,
    entryPoints: [join(here, 'src', 'main.ts'), join(here, 'src', 'worker.ts')],
    outdir: out,
    splitting: true,
  });
  writeFileSync(join(out, 'carom.wasm.lzma'), packed());
  writeFileSync(join(out, 'scenes.json'), JSON.stringify(await catalogue()));
  writeFileSync(join(out, 'lab.css'), style());
  cpSync(join(here, 'src', 'index.html'), join(out, 'index.html'));
  const files = readdirSync(out).sort();
  const hash = createHash('sha256');
  files.forEach((file) => hash.update(readFileSync(join(out, file))));
  const keep = { name: `carom-lab-${hash.digest('hex').slice(0, 12)}`, files: ['./', ...files] };
  writeFileSync(join(out, 'offline.js'), (await script('offline.ts')).replace('__KEEP__', JSON.stringify(keep)));
}

/** Text that may stand inside a script element. */
const inside = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

async function oneFile() {
  mkdirSync(out, { recursive: true });
  const data = (id, text) => `<script type="text/plain" id="${id}">${inside(text)}</script>`;
  const page = readFileSync(join(here, 'src', 'index.html'), 'utf8')
    .replace('<link rel="stylesheet" href="./lab.css">', () => `<style>${style()}</style>`)
    .replace('<script type="module" src="./main.js"></script>', '');
  const parts = [
    data('single-wasm', packed().toString('base64')),
    data('single-scenes', JSON.stringify(await catalogue())),
    data('single-worker', await script('worker.ts', { format: 'iife' })),
    `<script type="module">${inside(await script('main.ts'))}</script>`,
  ];
  writeFileSync(
    join(out, 'carom-lab.html'),
    page.replace('</body>', () => `${parts.join('\n')}\n</body>`),
  );
}

await (single === '--single' ? oneFile() : folder());
