// The scenes of the repository, by model, with titles and thumbnails; thumbnails are drawn when they come into sight.
import type { Carom } from './module';

/** What the page has already; handed over, so that it need not be split for this part, which comes when it is asked for. */
export interface Tools {
  answer: typeof import('./answer').answer;
  cameraOf: typeof import('./look').cameraOf;
  escape: typeof import('./plot').escape;
  Scene: typeof import('./scene').Scene;
}

export interface Entry {
  id: string;
  title: string;
  model: string;
  text: string;
}

const MODELS: [string, string][] = [
  ['planar', 'One contact in the plane'],
  ['spatial', 'One contact in space'],
  ['compliant', 'A contact on springs'],
  ['simultaneous', 'Several contacts at once'],
  ['motion', 'Motion'],
  ['table', 'The billiard table'],
];

/** Motions that take long are not run for a thumbnail: their scene is drawn from the impact or from the start. */
function thumbnail(carom: Carom, entry: Entry, host: HTMLElement, { answer, cameraOf, Scene }: Tools) {
  try {
    const scenario = JSON.parse(carom.read(entry.text));
    const still = scenario.motion
      ? {
          text: entry.text,
          scenario,
          model: 'motion',
          result: null,
          rows: [],
          sentence: '',
          notes: [],
          summary: '',
          resultText: '',
          explanation: null,
          diagram: null,
          motion: null,
        }
      : answer(carom, entry.text);
    if (!scenario.bodies && !scenario.chain && !still.result) return;
    cameraOf(still);
    const box = document.createElement('div'),
      scene = new Scene(box, () => {});
    scene.open(still);
    host.innerHTML = scene.picture().replace('<svg ', '<svg aria-hidden="true" ');
  } catch {
    host.textContent = '';
  }
}

export function fill(
  host: HTMLElement,
  entries: Entry[],
  carom: Carom,
  tools: Tools,
  open: (entry: Entry) => void,
) {
  const { escape } = tools;
  const cards = (model: string) =>
    entries
      .filter((e) => e.model === model)
      .map((e) => `<button data-id="${escape(e.id)}"><span class="thumb"></span>${escape(e.title)}</button>`)
      .join('');
  host.innerHTML = MODELS.map(
    ([model, words]) =>
      `<section data-model="${model}"><h3>${words}</h3><div class="cards">${cards(model)}</div></section>`,
  ).join('');
  const byId = new Map(entries.map((e) => [e.id, e]));
  host.addEventListener('click', (event) => {
    const entry = byId.get((event.target as Element).closest('button')?.dataset.id ?? '');
    if (entry) open(entry);
  });
  const watch = new IntersectionObserver((seen) =>
    seen
      .filter((s) => s.isIntersecting)
      .forEach((s) => {
        watch.unobserve(s.target);
        const button = s.target as HTMLElement;
        setTimeout(() => thumbnail(carom, byId.get(button.dataset.id!)!, button.querySelector('.thumb')!, tools));
      }),
  );
  host.querySelectorAll('button').forEach((button) => watch.observe(button));
}

export function search(host: HTMLElement, words: string) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  host.querySelectorAll<HTMLElement>('button').forEach((button) => {
    const text = `${button.dataset.id} ${button.textContent}`.toLowerCase();
    button.hidden = !wanted.every((word) => text.includes(word));
  });
  host.querySelectorAll<HTMLElement>('section').forEach((section) => {
    section.hidden = !section.querySelector('button:not([hidden])');
  });
}
