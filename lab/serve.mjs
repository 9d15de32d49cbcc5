// Serves a folder of files on this machine. Usage: node serve.mjs FOLDER [PORT]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Port 0 takes any that is free. */
export async function serve(folder, port = 0) {
  const server = createServer((request, reply) => {
    try {
      const path = normalize(decodeURIComponent(request.url.split(/[?#]/)[0]).replace(/\/$/, '/index.html'));
      const content = readFileSync(join(folder, path));
      reply.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      reply.writeHead(404).end('no such file');
    }
  });
  await new Promise((listening, failed) => server.on('error', failed).listen(port, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await serve(process.argv[2], Number(process.argv[3] ?? 8000));
  console.log(`The lab is at ${url} until you press Ctrl+C.`);
}
