// carom.wasm as functions: text in, text or rows of numbers out. The module has no imports, so this is all the glue
// there is; the page, its workers and the tests under node use it alike.

interface Exports {
  memory: WebAssembly.Memory;
  lab_alloc(size: number): number;
  lab_free(memory: number): void;
  lab_text(): number;
  lab_text_length(): number;
  lab_rows(): number;
  lab_row_count(): number;
  lab_column_count(): number;
  lab_solve(json: number, length: number): number;
  lab_simulate(json: number, length: number): number;
  lab_read(json: number, length: number): number;
  lab_set(json: number, length: number, path: number, value: number): number;
  lab_summary(): number;
  lab_explain(): number;
  lab_path(): number;
  lab_diagram(): number;
  lab_samples(): number;
  lab_columns(): number;
  lab_csv(): number;
  lab_map(request: number): number;
  lab_word(number: number): number;
  lab_can_show(json: number, length: number, path: number, motion: number): number;
}

/** What carom says of a file or a path that it does not take. */
export interface Failure {
  code: string;
  message: string;
  key?: string;
  line?: number;
}

export class CaromError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export interface Axis {
  path: string;
  from: number;
  to: number;
  count: number;
}

export interface MapRequest {
  text: string;
  across: Axis;
  up: Axis;
  show: string;
  motion: boolean;
  firstRow: number;
  rowCount: number;
}

export interface MapPart {
  values: Float64Array;
  words: string[];
}

/** Bytes of the struct lab_map_request in map.c: seven words of four, one of padding, then two axes of 24. */
const REQUEST_SIZE = 80;
const AXES_AT = 32;

export class Carom {
  private encoder = new TextEncoder();
  private decoder = new TextDecoder();
  private taken: number[] = [];

  private constructor(private x: Exports) {}

  static async load(bytes: BufferSource | WebAssembly.Module): Promise<Carom> {
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    return new Carom((await WebAssembly.instantiate(module, {})).exports as unknown as Exports);
  }

  /** Bytes of the module's memory, for the test that they stay the same. */
  get memory(): number {
    return this.x.memory.buffer.byteLength;
  }

  solve(text: string): string {
    return this.say(([p, n]) => this.x.lab_solve(p, n), text);
  }

  simulate(text: string): string {
    return this.say(([p, n]) => this.x.lab_simulate(p, n), text);
  }

  /** The scenario as carom understood it, in SI units, with every default. */
  read(text: string): string {
    return this.say(([p, n]) => this.x.lab_read(p, n), text);
  }

  set(text: string, path: string, value: string): string {
    return this.say(([p, n], [q], [r]) => this.x.lab_set(p, n, q, r), text, path, value);
  }

  /** What the program prints of the last answer. */
  summary(): string {
    return this.say(() => this.x.lab_summary());
  }

  explain(): string {
    return this.say(() => this.x.lab_explain());
  }

  columns(): string[] {
    return this.say(() => this.x.lab_columns()).trimEnd().split('\n');
  }

  csv(): string {
    return this.say(() => this.x.lab_csv());
  }

  path(): number[][] {
    this.x.lab_path();
    return this.rows();
  }

  diagram(): number[] | null {
    return this.x.lab_diagram() ? this.rows()[0] : null;
  }

  samples(): number[][] {
    this.x.lab_samples();
    return this.rows();
  }

  /** Throws carom's sentence where the value at `path` cannot be read. */
  canShow(text: string, path: string, motion: boolean): void {
    this.say(([p, n], [q]) => this.x.lab_can_show(p, n, q, motion ? 1 : 0), text, path);
  }

  map(q: MapRequest): MapPart {
    this.say(
      ([json, length], [across], [up], [show], [request]) => {
        const view = new DataView(this.x.memory.buffer, request, REQUEST_SIZE);
        [json, length, across, up, show, q.motion ? 1 : 0, q.firstRow, q.rowCount].forEach((v, i) =>
          view.setInt32(4 * i, v, true),
        );
        [q.across, q.up].forEach((axis, i) => {
          view.setFloat64(AXES_AT + 24 * i, axis.from, true);
          view.setFloat64(AXES_AT + 24 * i + 8, axis.to, true);
          view.setInt32(AXES_AT + 24 * i + 16, axis.count, true);
        });
        return this.x.lab_map(request);
      },
      q.text,
      q.across.path,
      q.up.path,
      q.show,
      '\0'.repeat(REQUEST_SIZE),
    );
    const size = this.x.lab_row_count() * this.x.lab_column_count();
    return { values: new Float64Array(this.x.memory.buffer, this.x.lab_rows(), size).slice(), words: this.words() };
  }

  private words(): string[] {
    const words: string[] = [];
    for (let at = this.x.lab_word(0); at; at = this.x.lab_word(words.length)) {
      const bytes = new Uint8Array(this.x.memory.buffer, at);
      words.push(this.decoder.decode(bytes.slice(0, bytes.indexOf(0))));
    }
    return words;
  }

  private rows(): number[][] {
    const columns = this.x.lab_column_count();
    const all = new Float64Array(this.x.memory.buffer, this.x.lab_rows(), this.x.lab_row_count() * columns);
    return Array.from({ length: this.x.lab_row_count() }, (_, i) =>
      Array.from(all.subarray(i * columns, (i + 1) * columns)),
    );
  }

  /** Hands texts over as [address, length], calls, and gives back what was said; an error is thrown. */
  private say(call: (...texts: [number, number][]) => number, ...texts: string[]): string {
    const handed = texts.map((text) => this.hand(text));
    const fine = call(...handed);
    this.taken.forEach((memory) => this.x.lab_free(memory));
    this.taken = [];
    const said = this.decoder.decode(new Uint8Array(this.x.memory.buffer, this.x.lab_text(), this.x.lab_text_length()));
    if (!fine)
      throw new CaromError(said ? JSON.parse(said).error : { code: 'no_answer', message: 'There is no such answer.' });
    return said;
  }

  /** Texts end with a zero byte, which their length does not count. */
  private hand(text: string): [number, number] {
    const bytes = this.encoder.encode(text + '\0');
    const memory = this.x.lab_alloc(bytes.length);
    this.taken.push(memory);
    new Uint8Array(this.x.memory.buffer).set(bytes, memory);
    return [memory, bytes.length - 1];
  }
}
