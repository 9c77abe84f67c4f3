/** The ways in which a file separates its records. */
export type FileShape = "lines" | "csv" | "json";

/** The bytes of one record and the line it begins on; `null` for one that is too long. */
export interface RecordBytes {
  line: number;
  bytes: Buffer | null;
}

/** A user with many accounts and much metadata takes a few kilobytes. */
export const MAX_RECORD_BYTES = 256 * 1_024;

const [NEWLINE, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Splits a file into records while it arrives. A record is held until its end, at most `MAX_RECORD_BYTES` of it. */
export class RecordSplitter {
  readonly #shape: FileShape;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isTooLong = false;
  #line = 1;
  #startLine = 1;
  #isQuoted = false;
  #isEscaped = false;
  /** Open lists and objects around the place in a JSON file. */
  #depth = 0;
  /** The depth at which the records of a JSON file lie: in a list, or in the list of an object's member. */
  #base = 0;

  constructor(shape: FileShape) {
    this.#shape = shape;
  }

  *push(chunk: Buffer): Generator<RecordBytes> {
    if (this.#shape === "json") yield* this.#pushJson(chunk);
    else yield* this.#pushLines(chunk);
  }

  /** Returns the rest at the end of the file. */
  *end(): Generator<RecordBytes> {
    if (this.#heldBytes > 0 || this.#isTooLong) yield this.#take();
  }

  *#pushLines(chunk: Buffer): Generator<RecordBytes> {
    let start = 0;
    let from = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, from);
      if (this.#shape === "csv") this.#countQuotes(chunk.subarray(from, newline === -1 ? undefined : newline));
      if (newline === -1) break;
      from = newline + 1;
      this.#line += 1;
      // A quoted value may hold line breaks.
      if (this.#isQuoted && !this.#isTooLong) continue;
      this.#isQuoted = false;
      this.#hold(chunk.subarray(start, newline));
      yield this.#take();
      start = from;
    }
    this.#hold(chunk.subarray(start));
  }

  #countQuotes(bytes: Buffer): void {
    for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) this.#isQuoted = !this.#isQuoted;
  }

  *#pushJson(chunk: Buffer): Generator<RecordBytes> {
    let start = this.#depth > this.#base && this.#base > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isQuoted) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isQuoted = false;
      } else if (byte === QUOTE) {
        this.#isQuoted = true;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#base > 0 && this.#depth === this.#base) [start, this.#startLine] = [at, this.#line];
        this.#depth += 1;
        if (this.#base === 0 && byte === OPEN_LIST) this.#base = this.#depth;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth -= 1;
        if (start === -1 || this.#depth !== this.#base) continue;
        this.#hold(chunk.subarray(start, at + 1));
        yield this.#take();
        start = -1;
      }
    }
    if (start !== -1) this.#hold(chunk.subarray(start));
  }

  #hold(bytes: Buffer): void {
    if (this.#heldBytes + bytes.length > MAX_RECORD_BYTES) {
      this.#isTooLong = true;
      this.#held = [];
      this.#heldBytes = 0;
    } else if (!this.#isTooLong && bytes.length > 0) {
      this.#held.push(bytes);
      this.#heldBytes += bytes.length;
    }
  }

  #take(): RecordBytes {
    const record = { line: this.#startLine, bytes: this.#isTooLong ? null : Buffer.concat(this.#held) };
    [this.#held, this.#heldBytes, this.#isTooLong, this.#startLine] = [[], 0, false, this.#line];
    return record;
  }
}
