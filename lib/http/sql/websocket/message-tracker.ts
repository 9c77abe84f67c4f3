const HEADER_BYTES = 5;
const READY_FOR_QUERY = "Z".charCodeAt(0);
const ERROR_RESPONSE = "E".charCodeAt(0);

/** The messages that a server may send at any time: notices, changes of parameters, notifications. */
const AT_ANY_TIME: ReadonlySet<number> = new Set(Buffer.from("NSA"));

/** Follows the messages that a server sends, without reading more than their headers (PostgreSQL 18, 54.2). */
export class MessageTracker {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #bodyBytesLeft = 0;
  #lastType = READY_FOR_QUERY;

  read(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      if (this.#bodyBytesLeft > 0) {
        const skipped = Math.min(this.#bodyBytesLeft, chunk.length - offset);
        this.#bodyBytesLeft -= skipped;
        offset += skipped;
      } else if (this.#headerBytes === 0 && chunk.length - offset >= HEADER_BYTES) {
        this.#begin(chunk, offset);
        offset += HEADER_BYTES;
      } else {
        this.#header[this.#headerBytes] = chunk[offset] ?? 0;
        this.#headerBytes += 1;
        offset += 1;
        if (this.#headerBytes === HEADER_BYTES) this.#begin(this.#header, 0);
      }
    }
  }

  /** Another message may be put behind the bytes read so far. */
  get isBetweenMessages(): boolean {
    return this.#headerBytes === 0 && this.#bodyBytesLeft === 0;
  }

  /** The server has done its work. */
  get isReady(): boolean {
    return this.isBetweenMessages && this.#lastType === READY_FOR_QUERY;
  }

  get endsWithError(): boolean {
    return this.isBetweenMessages && this.#lastType === ERROR_RESPONSE;
  }

  #begin(bytes: Buffer, offset: number): void {
    const type = bytes[offset] ?? 0;
    if (!AT_ANY_TIME.has(type)) this.#lastType = type;
    // The length counts itself.
    this.#bodyBytesLeft = bytes.readUInt32BE(offset + 1) - 4;
    this.#headerBytes = 0;
  }
}
