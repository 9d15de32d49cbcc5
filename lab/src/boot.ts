// How the page comes to its module and its workers: from files beside it, or from inside itself where all is one file; and
// which of its parts are shown.
import { unpack } from './unpack';

export async function moduleBytes(): Promise<ArrayBuffer> {
  const single = document.getElementById('single-wasm');
  const packed = single
    ? Uint8Array.from(atob(single.textContent!), (ch) => ch.charCodeAt(0))
    : new Uint8Array(await (await fetch('./carom.wasm.lzma')).arrayBuffer());
  return unpack(packed).buffer as ArrayBuffer;
}

export function makeWorker(): Worker {
  const single = document.getElementById('single-worker');
  return single
    ? new Worker(URL.createObjectURL(new Blob([single.textContent!], { type: 'text/javascript' })))
    : new Worker('./worker.js', { type: 'module' });
}

/** ?view=diagram,map shows these parts alone. */
export function embed() {
  const parts = new URLSearchParams(location.search).get('view')?.split(',');
  if (!parts) return;
  document.body.classList.add('embedded');
  for (const name of parts)
    document.querySelectorAll(`[data-part="${CSS.escape(name)}"]`).forEach((e) => {
      e.classList.add('wanted');
      e.parentElement!.closest('[data-part]')?.classList.add('wanted');
    });
}
