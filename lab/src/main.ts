// The page: what is shown, what the hand does to it, and what is drawn after that. A change is tried first; carom's
// sentence is shown where it is refused, and what was there before stays.
import { answer } from './answer';
import { embed, makeWorker, moduleBytes } from './boot';
import { cameraOf } from './look';
import { MapPanel } from './map_panel';
import { Carom, CaromError } from './module';
import { type Control, controls, events, laws, lawsDiffer, ledger, surfaces, valueAt, whyNoEngine, why } from './panels';
import type { Entry } from './picker';
import { escape, number } from './plot';
import { Scene } from './scene';
import { type Base, type Changes, link, textOf, wanted, withChanges } from './state';
import { type Button, STORIES, type Story } from './stories';
import type { Answer } from './types';
import { viewsOf, readoutOf, type View } from './views';

const $ = <T extends Element = HTMLElement>(id: string) => document.getElementById(id) as unknown as T;

/** ms without a change after which the address and the slow panels follow. */
const SETTLE = 250;
/** ms: a run that takes longer is not made in every frame of a drag, but when the hand rests for so long. */
const SLOW_RUN = 12,
  HAND_RESTS = 90;
/** Letters of the longest line of which two columns have room beside each other. */
const TWO_COLUMNS = 98;
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
let resting = 0;
/** ms that the last answer took. */
let cost = 0;
/** What was shown before the first of some previews. */
let good: { now: Answer; changes: Changes } | null = null;
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
  clearTimeout(resting);
  try {
    const start = performance.now();
    now = answer(carom, textOf(carom, newBase, newChanges));
    cost = performance.now() - start;
  } catch (error) {
    fail(error);
    goBack();
    return false;
  }
  good = null;
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

/** A preview whose run is refused is taken back. */
function goBack() {
  if (good === null) return;
  ({ now, changes } = good);
  good = null;
  draw();
  settle();
}

/** The scene alone, while the hand moves: its run follows when it rests. */
function preview(newChanges: Changes) {
  try {
    const text = textOf(carom, base, newChanges);
    const scenario = JSON.parse(carom.read(text));
    good ??= { now, changes };
    now = { ...now, text, scenario };
  } catch (error) {
    return fail(error);
  }
  changes = newChanges;
  scene.draw(now);
  syncControls();
  clearTimeout(settling);
  clearTimeout(resting);
  resting = window.setTimeout(() => show(base, changes, false), HAND_RESTS + cost);
}

function frame() {
  const start = performance.now(),
    more = withChanges(changes, asked!);
  asked = null;
  map.coarse = !askedSettled;
  if (!askedSettled && now.motion && cost > SLOW_RUN) preview(more);
  else show(base, more, false);
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
  $('scene-words').textContent = howToMove();
  $('scene-key').hidden = now.scenario.motion?.table !== undefined;
  map.open(now);
  buildControls();
  $('engine').innerHTML = '';
  showWhatApplies();
}

/** What the handles look like, in one sentence. */
const HANDLES = {
  ball: 'the balls',
  tip: 'the tips',
  spin: 'the diamond (spin)',
  contact: 'the square (contact)',
  turn: 'the arrow round (angle)',
};
const ON_A_TABLE = {
  ...HANDLES,
  tip: 'the tip of the arrow (speed and direction)',
  contact: 'the square on the ball’s face (side and height)',
  turn: 'the arrow round (how steep the cue is)',
};

function howToMove(): string {
  const words: Record<string, string> = now.scenario.motion?.table
    ? ON_A_TABLE
    : { ...HANDLES, ...(now.scenario.chain ? { tip: 'the joints' } : {}) };
  const all = scene.shapes.map((shape) => words[shape]);
  if (all.length === 0) return '';
  const list = [all.slice(0, -1).join(', '), all[all.length - 1]].filter(Boolean).join(' and ');
  return `Drag ${list}; or Tab to them and use the arrow keys, with Shift for larger steps.`;
}

/** Parts that have nothing to say of this scenario stand aside; who embeds one is told why it is empty. */
function showWhatApplies() {
  const embedded = document.body.classList.contains('embedded'),
    part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
  part('why').hidden = !embedded && now.explanation === null;
  part('laws').hidden = !embedded && !lawsDiffer(now);
  part('engine').hidden = !embedded && whyNoEngine(now) !== null;
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
    showWhatApplies();
    $('why').innerHTML = why(now);
    $('events').innerHTML = events(now);
    $('numbers').classList.toggle('wide', now.summary.split('\n').some((line, i) => i > 2 && line.length > TWO_COLUMNS));
    $('numbers').innerHTML = now.summary
      .trimEnd()
      .split('\n\n')
      .map((block) => `<span>${escape(block)}\n\n</span>`)
      .join('');
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
  const { numbers, laws: words } = controls(now),
    at = (c: Control) => `data-path="${c.paths.join(' ')}" aria-label="${escape(c.words)}"`;
  const slider = (c: Control) =>
    `<div class="control"><span>${escape(c.words)}</span><input type="range" min="${c.min}" max="${Math.max(c.max, Number(valueAt(now, c.paths[0])))}" step="0.001" ${at(c)}><input type="number" step="any" ${at(c)}></div>`;
  const choice = (c: Control) =>
    `<div class="control"><span>${escape(c.words)}</span><select ${at(c)}>${['stronge', 'poisson', 'newton'].map((l) => `<option>${l}</option>`).join('')}</select></div>`;
  $('controls').innerHTML = numbers.map(slider).join('') + words.map(choice).join('');
}

const pathsOf = (input: Element) => (input as HTMLElement).dataset.path!.split(' ');

function syncControls() {
  $('controls')
    .querySelectorAll<HTMLInputElement>('[data-path]')
    .forEach((input) => {
      const value = valueAt(now, pathsOf(input)[0]);
      if (value !== undefined && document.activeElement !== input) input.value = String(value);
    });
}

function listenToControls() {
  const listen = (kind: string, isSettled: (input: HTMLInputElement) => boolean) =>
    $('controls').addEventListener(kind, (event) => {
      const input = event.target as HTMLInputElement;
      if (input.value !== '')
        change(Object.fromEntries(pathsOf(input).map((path) => [path, input.value])), isSettled(input));
    });
  listen('input', (input) => input.type !== 'range');
  listen('change', () => true);
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
      (s, i) =>
        `<li>${escape(s.words)}<p>${(s.buttons ?? []).map((b, k) => `<button data-step="${i} ${k}">${escape(b.words)}</button>`).join(' ')}</p></li>`,
    )
    .join('');
  await openScene(scene ?? found.scene, more);
}

function take(button: Button) {
  if (button.changes) change(button.changes);
  if (button.open === 'engine') {
    void engine();
    $('engine-title').scrollIntoView({ block: 'center' });
  }
  if (button.scene) openScene(button.scene, new Map()).catch(fail);
  if (button.open === 'play') play();
}

function leaveStory() {
  void openStory(null);
}

async function openPicker() {
  const dialog = $<HTMLDialogElement>('picker');
  dialog.showModal();
  if (!$('scenes').firstChild)
    (await import('./picker')).fill($('scenes'), await catalogue(), carom, { answer, cameraOf, escape, Scene }, (entry) => {
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
    const [i, k] = (event.target as HTMLElement).dataset.step?.split(' ') ?? [];
    if (k && story) take(story.steps[Number(i)].buttons![Number(k)]);
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
  const no = whyNoEngine(now);
  $('engine').innerHTML = no
    ? `<p class="hint">${no}</p>`
    : await (await import('./engine_panel')).compare(now, number);
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
