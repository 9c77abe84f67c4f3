import { CsvQuotes, type QuoteFault } from "@/lib/core/csv-quotes";
import { ServiceError } from "@/lib/core/errors";
import { badLines } from "./bad-lines";
import type { Encoding } from "./resource";

export const MAX_IMPORT_BYTES = 1024 ** 3;
/** PostgreSQL would collect a line, such as one whose quote is never closed, until its memory is full. */
const MAX_LINE_BYTES = 16 * 1024 ** 2;
const [LF, CR] = [10, 13];
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

interface Source {
  body: AsyncIterable<Uint8Array>;
  encoding: Encoding;
  quote: string;
  delimiter: string;
}

/**
 * Yields the bytes of a file as COPY takes them: without byte order mark and without empty lines at the end, which COPY
 * would take for rows. Throws `body_too_large`, and `invalid_request` for a line that is too long or has a quote where
 * none can be.
 */
export async function* prepareSource({ body, encoding, ...written }: Source): AsyncGenerator<Uint8Array> {
  const lines = new Lines(written);
  let held = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of encoding === "utf-16le" ? fromUtf16(body) : limited(body)) {
    let bytes = Buffer.concat([held, chunk]);
    if (isFirst && bytes.length < BYTE_ORDER_MARK.length) {
      held = bytes;
      continue;
    }
    if (isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
      bytes = bytes.subarray(BYTE_ORDER_MARK.length);
    }
    const from = isFirst ? 0 : held.length;
    isFirst = false;
    lines.read(bytes, from);
    const end = contentLength(bytes);
    held = bytes.subarray(end);
    if (end > 0) yield bytes.subarray(0, end);
  }
  lines.end();
  const isLineBreak = held[0] === LF || held[0] === CR;
  if (held.length > 0) yield isLineBreak ? held.subarray(0, held[0] === CR && held[1] === LF ? 2 : 1) : held;
}

/** Returns the length without the line breaks at the end. */
function contentLength(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end -= 1;
  return end;
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_IMPORT_BYTES) throw new ServiceError("body_too_large", "A file can be at most 1 GB. Split it.");
    yield chunk;
  }
}

async function* fromUtf16(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-16le", { fatal: true });
  try {
    for await (const chunk of limited(body)) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new ServiceError("invalid_request", "The file isn't UTF-16 text. Choose its encoding.", { cause });
  }
}

/** Watches how long lines become, and their quotes; a line break within quotes ends none. */
class Lines {
  readonly #quotes: CsvQuotes;
  #length = 0;

  constructor({ quote, delimiter }: Pick<Source, "quote" | "delimiter">) {
    this.#quotes = new CsvQuotes(quote, delimiter);
  }

  read(bytes: Buffer, from: number): void {
    const quotes = this.#quotes;
    for (let place = from; place < bytes.length; place += 1) {
      const byte = bytes[place] ?? 0;
      this.#length += 1;
      if (quotes.read(byte)) this.#length = 0;
      else if (byte === LF) this.#refuse(quotes.fault(false));
    }
    if (this.#length > MAX_LINE_BYTES) {
      const why = quotes.isQuoted ? " A quoted field may not be closed there." : "";
      const where = `Line ${quotes.begun.toLocaleString("en")}`;
      throw new ServiceError("invalid_request", `${where} is longer than 16 MB.${why}`);
    }
  }

  /** Refuses a file that ends within quotes, with the line where they begin, of which COPY knows only the end. */
  end(): void {
    this.#refuse(this.#quotes.fault(true));
  }

  #refuse(fault: QuoteFault | null): void {
    if (fault !== null) throw badLines([{ ...fault, column: null }], { isMore: false });
  }
}
