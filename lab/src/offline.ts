// Keeps the page's files, so that it opens without a network. A new version has a new name, and the old one goes.
interface Kept {
  name: string;
  files: string[];
}
declare const __KEEP__: Kept;
const kept: Kept = __KEEP__;
const worker = self as unknown as {
  addEventListener(
    type: string,
    listener: (event: {
      waitUntil(p: Promise<unknown>): void;
      respondWith(p: Promise<Response>): void;
      request: Request;
    }) => void,
  ): void;
};

worker.addEventListener('install', (event) =>
  event.waitUntil(caches.open(kept.name).then((cache) => cache.addAll(kept.files))),
);
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('carom-lab-') && name !== kept.name)
            .map((name) => caches.delete(name)),
        ),
      ),
  ),
);
worker.addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request))),
);
