// The page: what is shown, what the hand does to it, and what is drawn after that. A change is tried first; carom's
// sentence is shown where it is refused, and what was there before stays.
import { answer } from './answer';
import { embed, makeWorker, moduleBytes } from './boot';
import { MapPanel } from './map_panel';
import { Carom, CaromError } from './module';
import { controls, events, laws, ledger, surfaces, why } from './panels';
import type { Entry } from './picker';
import { escape } from './plot';
import { Scene } from './scene';
import { type Base, type Changes, link, textOf, wanted, withChanges } from './state';
import { STORIES, type Step, type Story } from './stories';
import type { Answer } from './types';
import { viewsOf, readoutOf, type View } from './views';

const $ = <T extends Element = HTMLElement>(id: string) => document.getElementById(id) as unknown as T;

/** ms without a change after which the address and the slow panels follow. */
const SETTLE = 250;
/** Frames kept for the tests. */
const FRAMES = 2000;

/** Texts by id, filled in when the page is built. */
declare const STORY_SCENES: Record<string, string>;

let carom: Carom;
let base: Base = { id: null, text: '' };
let changes: Changes = new Map();
let now: Answer;
let story: Story | null = null;
let view: View;
let part = 1;
let map: MapPanel;
let settling = 0;
let playing = 0;
let entries: Promise<Entry[]> | null = null;
const stats = { ready: 0, frames: [] as number[] };
const scene = new Scene($('scene'), (more, settled) => change(more, settled));

// ---- what is shown ------------------------------------------------------------------------------------------------

function fail(error: unknown) {
  const failure = error instanceof CaromError ? error.failure : null;
  const place = failure?.line ? `Line ${failure.line}: ` : '';
  const message = failure?.message ?? (error instanceof Error ? error.message : String(error));
  $('error').textContent = `${place}${failure?.key ? `${failure.key}: ` : ''}${message}`;
  $('error').hidden = false;
}

/** Shows a base with changes; where carom refuses, everything stays as it was. Returns whether it was shown. */
function show(newBase: Base, newChanges: Changes, isNew: boolean): boolean {
  try {
    now = answer(carom, textOf(carom, newBase, newChanges));
  } catch (error) {
    fail(error);
    return false;
  }
  [base, changes] = [newBase, newChanges];
  $('error').hidden = true;
  if (isNew) opened();
  draw();
  settle();
  return true;
}

let asked: Record<string, string> | null = null;
let askedSettled = false;

/** However many changes come, one frame shows the last. */
function change(more: Record<string, string>, settled = true) {
  const first = asked === null;
  asked = { ...asked, ...more };
  askedSettled = settled;
  if (first) requestAnimationFrame(frame);
}

function frame() {
  const start = performance.now(),
    more = asked!;
  asked = null;
  map.coarse = !askedSettled;
  show(base, withChanges(changes, more), false);
  stats.frames.push(performance.now() - start);
  if (stats.frames.length > FRAMES) stats.frames.shift();
}

function opened() {
  stop();
  part = 1;
  const views = viewsOf(now);
  view = views.find((v) => v.id === (story?.view ?? view?.id)) ?? views[0];
  $('views').innerHTML = views
    .map((v) => `<button data-view="${v.id}" aria-pressed="${v === view}">${v.words}</button>`)
    .join('');
  scene.open(now);
  $('scene-key').hidden = now.scenario.motion?.table !== undefined;
  $('table-key').hidden = !$('scene-key').hidden;
  map.open(now);
  buildControls();
  $('engine').innerHTML = '';
}

function draw() {
  $('title').textContent = [now.scenario.title, changes.size ? 'changed' : ''].filter(Boolean).join(' · ');
  if ($('sentence').textContent !== now.sentence) $('sentence').textContent = now.sentence;
  $('notes').textContent = now.notes.join('\n');
  scene.draw(now);
  $('ledger').innerHTML = ledger(now);
  drawView();
  syncControls();
  map.draw(now);
}

function drawView() {
  $('view-title').textContent = ['strobe', 'course', 'table'].includes(view.id) ? 'Motion' : 'Impact';
  $('view').innerHTML = view.draw(now, part);
  $('readout').textContent = readoutOf(now, view, part);
  $<HTMLInputElement>('scrub').value = String(part);
}

/** What is too slow or too restless for every frame of a drag. */
function settle() {
  clearTimeout(settling);
  settling = window.setTimeout(async () => {
    $('why').innerHTML = why(now);
    $('events').innerHTML = events(now);
    $('numbers').textContent = now.summary;
    try {
      $('laws').innerHTML = laws(carom, now);
    } catch (error) {
      $('laws').textContent = error instanceof Error ? error.message : String(error);
    }
    map.settled(now);
    history.replaceState(null, '', (await link(base, changes, now.text)) + (story ? `&story=${story.id}` : ''));
    if (parent !== window) parent.postMessage({ carom: { scenario: now.text, result: now.resultText } }, '*');
  }, SETTLE);
}

// ---- controls -----------------------------------------------------------------------------------------------------

function buildControls() {
  const { numbers, laws: words } = controls(now);
  const slider = (n: (typeof numbers)[0]) =>
    `<div class="control"><span>${escape(n.words)}</span><input type="range" min="0" max="${Math.max(n.max, n.value)}" step="0.001" data-path="${n.path}" aria-label="${escape(n.words)}"><input type="number" step="any" data-path="${n.path}" aria-label="${escape(n.words)}, as a number"></div>`;
  const choice = (w: (typeof words)[0]) =>
    `<div class="control"><span>${escape(w.words)}</span><select data-path="${w.path}" aria-label="${escape(w.words)}">${['stronge', 'poisson', 'newton'].map((l) => `<option>${l}</option>`).join('')}</select></div>`;
  $('controls').innerHTML = numbers.map(slider).join('') + words.map(choice).join('');
}

function syncControls() {
  const { numbers, laws: words } = controls(now),
    values = new Map<string, string>([...numbers, ...words].map((n) => [n.path, String(n.value)]));
  $('controls')
    .querySelectorAll<HTMLInputElement>('[data-path]')
    .forEach((input) => {
      const value = values.get(input.dataset.path!);
      if (value !== undefined && document.activeElement !== input) input.value = value;
    });
}

function listenToControls() {
  $('controls').addEventListener('input', (event) => {
    const input = event.target as HTMLInputElement;
    if (input.value !== '') change({ [input.dataset.path!]: input.value }, input.type !== 'range');
  });
  $('controls').addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    if (input.value !== '') change({ [input.dataset.path!]: input.value });
  });
  $('set').addEventListener('submit', (event) => {
    event.preventDefault();
    const path = $<HTMLInputElement>('set-path').value.trim();
    if (path) change({ [path]: $<HTMLInputElement>('set-value').value });
  });
  $('reset').addEventListener('click', () => show(base, new Map(), true));
}

// ---- the impact, walked through -----------------------------------------------------------------------------------

function stop() {
  cancelAnimationFrame(playing);
  playing = 0;
  $('play').textContent = '▶';
  $('play').setAttribute('aria-label', 'Play');
}

function play() {
  if (playing) return stop();
  const length = view.seconds(now) * 1000,
    from = part >= 1 ? 0 : part,
    start = performance.now();
  $('play').textContent = '❚❚';
  $('play').setAttribute('aria-label', 'Pause');
  const step = (time: number) => {
    part = Math.min(1, from + Math.max(0, time - start) / length);
    drawView();
    playing = part < 1 ? requestAnimationFrame(step) : 0;
    if (!playing) stop();
  };
  playing = requestAnimationFrame(step);
}

function listenToViews() {
  $('views').addEventListener('click', (event) => {
    const id = (event.target as Element).closest('button')?.dataset.view;
    if (!id) return;
    stop();
    view = viewsOf(now).find((v) => v.id === id)!;
    $('views')
      .querySelectorAll('button')
      .forEach((b) => b.setAttribute('aria-pressed', String(b.dataset.view === id)));
    drawView();
  });
  $('scrub').addEventListener('input', () => {
    stop();
    part = Number($<HTMLInputElement>('scrub').value);
    drawView();
  });
  $('play').addEventListener('click', play);
  $('events').addEventListener('click', (event) => {
    const { time, partOf } = (event.target as HTMLElement).dataset;
    if (time === undefined && partOf === undefined) return;
    stop();
    part = partOf !== undefined ? Number(partOf) : Math.min(1, Number(time) / view.seconds(now));
    drawView();
  });
}

// ---- stories and scenes -------------------------------------------------------------------------------------------

function catalogue(): Promise<Entry[]> {
  const single = document.getElementById('single-scenes');
  entries ??= single ? Promise.resolve(JSON.parse(single.textContent!)) : fetch('./scenes.json').then((r) => r.json());
  return entries;
}

/** Scenes of the stories are part of the page; the others come when one is asked for. */
async function openScene(id: string, more: Changes) {
  const text = STORY_SCENES[id] ?? (await catalogue()).find((e) => e.id === id)?.text;
  if (text === undefined) throw new Error(`There is no scene called ${id}. “Scenes…” lists all.`);
  show({ id, text }, more, true);
}

async function openStory(id: string | null, more: Changes = new Map(), scene: string | null = null) {
  const found = STORIES.find((s) => s.id === id) ?? null;
  story = found;
  $('story').hidden = !found;
  $('stories')
    .querySelectorAll('a')
    .forEach((a) =>
      a.dataset.story === id ? a.setAttribute('aria-current', 'true') : a.removeAttribute('aria-current'),
    );
  if (!found) return;
  $('story-title').textContent = found.title;
  $('story-steps').innerHTML = found.steps
    .map(
      (s, i) => `<li>${escape(s.words)}${s.button ? `<button data-step="${i}">${escape(s.button)}</button>` : ''}</li>`,
    )
    .join('');
  await openScene(scene ?? found.scene, more);
}

function take(step: Step) {
  if (step.changes) change(step.changes);
  if (step.open === 'engine') {
    void engine();
    $('engine-title').scrollIntoView({ block: 'center' });
  }
  if (step.scene) openScene(step.scene, new Map()).catch(fail);
  if (step.open === 'play') play();
}

function leaveStory() {
  void openStory(null);
}

async function openPicker() {
  const dialog = $<HTMLDialogElement>('picker');
  dialog.showModal();
  if (!$('scenes').firstChild)
    (await import('./picker')).fill($('scenes'), await catalogue(), carom, (entry) => {
      leaveStory();
      dialog.close();
      show({ id: entry.id, text: entry.text }, new Map(), true);
    });
}

function openText(text: string) {
  const first =
    text.trimStart().startsWith('{') && !isJson(text) && isJson(text.trim().split('\n')[0])
      ? text.trim().split('\n')[0]
      : text;
  if (show({ id: null, text: first }, new Map(), true)) leaveStory();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function follow(hash: string) {
  try {
    const wish = await wanted(hash);
    if (wish.text !== null) return openText(wish.text);
    if (wish.story) return await openStory(wish.story, wish.changes, wish.scene);
    if (wish.scene) {
      leaveStory();
      return await openScene(wish.scene, wish.changes);
    }
    await openStory(STORIES[0].id, wish.changes);
  } catch (error) {
    fail(error);
  }
  return undefined;
}

function listenToScenes() {
  $('stories').innerHTML = STORIES.map((s) => `<a href="#story=${s.id}" data-story="${s.id}">${s.title}</a>`).join('');
  $('story-steps').addEventListener('click', (event) => {
    const i = (event.target as HTMLElement).dataset.step;
    if (i && story) take(story.steps[Number(i)]);
  });
  $('pick').addEventListener('click', () => void openPicker());
  $('search').addEventListener('input', async () =>
    (await import('./picker')).search($('scenes'), $<HTMLInputElement>('search').value),
  );
  $('file').addEventListener('change', async () => {
    const file = $<HTMLInputElement>('file').files?.[0];
    if (file) {
      $<HTMLDialogElement>('picker').close();
      openText(await file.text());
    }
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', async (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) openText(await file.text());
  });
  addEventListener('paste', (event) => {
    if (!(event.target as Element).closest('input, textarea')) {
      const text = event.clipboardData?.getData('text') ?? '';
      if (text.trim()) openText(text);
    }
  });
  addEventListener('hashchange', () => void follow(location.hash));
}

// ---- engine and take-away -----------------------------------------------------------------------------------------

async function engine() {
  $('engine').innerHTML = await (await import('./engine_panel')).compare(now);
}

function save(name: string, content: Blob) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(content);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

async function copy(text: string) {
  const box = $<HTMLTextAreaElement>('taken');
  box.hidden = false;
  box.value = text;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    box.select();
  }
}

const picture = () => $('view').querySelector('svg') as SVGSVGElement;
const file = (ending: string, type: string, content: BlobPart, name: (b: Base, e: string) => string) =>
  save(name(base, ending), new Blob([content], { type }));
type Tools = typeof import('./takeaway');
const TAKE: [string, (tools: Tools) => unknown][] = [
  ['Copy link', async () => copy(location.href.replace(/#.*/, '') + (await link(base, changes, now.text)))],
  ['Copy scenario', () => copy(now.text)],
  ['Copy result', () => copy(now.resultText)],
  ['Copy command', (t) => copy(t.command(base, changes, now))],
  ['Copy C', (t) => copy(t.c(now))],
  ['Copy Python', (t) => copy(t.python(now))],
  ['Save SVG', (t) => file('svg', 'image/svg+xml', t.standalone(picture()), t.fileName)],
  ['Save PNG', async (t) => file('png', 'image/png', await t.png(picture()), t.fileName)],
  ['Save CSV', (t) => file('csv', 'text/csv', t.csv(now), t.fileName)],
];

function listenToRest() {
  $('take').innerHTML = TAKE.map(([words], i) => `<button data-take="${i}">${words}</button>`).join('');
  $('take').addEventListener('click', (event) => {
    const i = (event.target as HTMLElement).dataset.take;
    if (i) void import('./takeaway').then(TAKE[Number(i)][1]).catch(fail);
  });
  $('engine-words').textContent = 'What would a game engine do with the same impact?';
  $('engine-ask').addEventListener('click', () => void engine());
  $('theme').addEventListener('click', () => {
    const dark = $('theme').getAttribute('aria-pressed') !== 'true';
    $('theme').setAttribute('aria-pressed', String(dark));
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  });
  $('theme').setAttribute('aria-pressed', String(matchMedia('(prefers-color-scheme: dark)').matches));
  addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null) return;
    if (typeof data.load === 'string') openText(data.load);
    if (typeof data.set === 'object' && data.set !== null)
      change(
        Object.fromEntries(
          Object.entries(data.set).map(([k, v]) => [k, typeof v === 'string' ? v : JSON.stringify(v)]),
        ),
      );
  });
}

// ---- start --------------------------------------------------------------------------------------------------------

async function start() {
  embed();
  const bytes = await moduleBytes();
  carom = await Carom.load(bytes);
  map = new MapPanel(carom, change);
  listenToControls();
  listenToViews();
  listenToScenes();
  listenToRest();
  await follow(location.hash);
  if (!now) await openStory(STORIES[0].id);
  stats.ready = performance.now();
  map.start(bytes, makeWorker);
  if ('serviceWorker' in navigator && location.protocol.startsWith('http'))
    navigator.serviceWorker.register('./offline.js').catch(() => {});
}

Object.assign(window, {
  carom: {
    solve: (text: string) => carom.solve(text),
    scenario: () => now.text,
    load: openText,
    stats,
    set: (path: string, value: unknown) =>
      change({ [path]: typeof value === 'string' ? value : JSON.stringify(value) }),
    result: () => now.resultText,
    scenes: catalogue,
    open: (id: string) => openScene(id, new Map()),
    memory: () => carom.memory,
    surfaces: () => surfaces(now),
    map: () => map,
  },
});
void start().catch((error) => {
  $('sentence').textContent = 'The lab could not start.';
  fail(error);
});
