// Solves rows of a map. The first message brings the bytes of the module, every other one a request.
import { Carom, CaromError, type MapRequest } from './module';

let carom: Promise<Carom>;

self.onmessage = async ({ data }: MessageEvent<{ bytes?: ArrayBuffer; id?: number; request?: MapRequest }>) => {
  if (data.bytes) {
    carom = Carom.load(data.bytes);
    return;
  }
  const { id, request } = data;
  try {
    const { values, words } = (await carom).map(request!);
    postMessage({ id, firstRow: request!.firstRow, values, words }, { transfer: [values.buffer] });
  } catch (error) {
    postMessage({ id, failure: error instanceof CaromError ? error.failure.message : String(error) });
  }
};
