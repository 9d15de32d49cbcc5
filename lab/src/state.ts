// What is shown: a scene of the repository or a text of the user's, and the values that were changed since. The text is
// always the base with the changes set one after the other, as `carom --set` would.
import type { Carom } from './module';

export interface Base {
  id: string | null;
  text: string;
}

export type Changes = Map<string, string>;

export function textOf(carom: Carom, base: Base, changes: Changes): string {
  let text = base.text;
  for (const [path, value] of changes) text = carom.set(text, path, value);
  return text;
}

/** The changes with some more; a list that is set whole takes the place of its items. */
export function withChanges(changes: Changes, more: Record<string, string>): Changes {
  const all = new Map(changes);
  for (const [path, value] of Object.entries(more)) {
    for (const other of all.keys()) if (other === path || other.startsWith(`${path}.`)) all.delete(other);
    all.set(path, value);
  }
  return all;
}

const VERSION = '1';
/** Keys of a link that are no paths. */
const RESERVED = new Set(['v', 'scene', 'story', 's']);

async function pour(bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await pour(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await pour(bytes, new DecompressionStream('deflate-raw')));
}

/** #v=1&scene=name&contacts.0.mu=0.4, or #s= with the whole text where it is no scene of ours. */
export async function link(base: Base, changes: Changes, text: string): Promise<string> {
  if (base.id === null) return `#s=${await pack(text)}`;
  const plain = (value: string) =>
    encodeURIComponent(value).replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%5B/g, '[').replace(/%5D/g, ']');
  const pairs: [string, string][] = [['v', VERSION], ['scene', base.id], ...changes];
  return '#' + pairs.map(([key, value]) => `${encodeURIComponent(key)}=${plain(value)}`).join('&');
}

export interface Wanted {
  scene: string | null;
  story: string | null;
  text: string | null;
  changes: Changes;
}

/** What a link asks for. Throws where it is broken. */
export async function wanted(hash: string): Promise<Wanted> {
  const pairs = new URLSearchParams(hash.replace(/^#/, ''));
  const changes: Changes = new Map([...pairs].filter(([key]) => !RESERVED.has(key)));
  const packed = pairs.get('s');
  if (pairs.get('v') !== null && pairs.get('v') !== VERSION)
    throw new Error(`This link is of version ${pairs.get('v')}; this page knows version ${VERSION}.`);
  let text: string | null = null;
  if (packed !== null) {
    try {
      text = await unpack(packed);
    } catch {
      throw new Error('This link is broken: what it holds cannot be unpacked. Part of it may be missing.');
    }
  }
  return { scene: pairs.get('scene'), story: pairs.get('story'), text, changes };
}
