/** Messages of PostgreSQL 18, chapter 54, protocol 3.0. */

const LENGTH_BYTES = 4;
const HEAD_BYTES = 1 + LENGTH_BYTES;

/** Returns a message of the server. */
export function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + LENGTH_BYTES, 1);
  return Buffer.concat([head, body]);
}

export function errorMessage(sqlState: string, text: string): Buffer {
  return message("E", "SFATAL", "VFATAL", `C${sqlState}`, `M${text}`, Buffer.from([0]));
}

export const AUTHENTICATION_OK = message("R", int32(0));
export const READY_IDLE = message("Z", Buffer.from("I"));

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** The fate of the stream behind a message's head: it goes on, or ends before this message. */
export type Verdict = "pass" | "stop";

/** Follows a stream of messages without keeping them, and judges each by its type and length. */
export class MessageFollower {
  readonly #judge: (type: string, length: number, start: Buffer) => Verdict;
  #head: Buffer = Buffer.alloc(0);
  #left = 0;
  #hasStopped = false;

  /** The judge also gets the part of the message's body that has come: of a short one all. */
  constructor(judge: (type: string, length: number, start: Buffer) => Verdict) {
    this.#judge = judge;
  }

  get isBetweenMessages(): boolean {
    return this.#left === 0 && this.#head.length === 0;
  }

  /**
   * Returns the bytes that may be passed on now: a head that is not complete is held back, and so is all behind a stop.
   */
  push(chunk: Buffer): Buffer {
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    this.#head = Buffer.alloc(0);
    let position = 0;
    while (position < bytes.length && !this.#hasStopped) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, bytes.length - position);
        this.#left -= step;
        position += step;
      } else if (bytes.length - position < HEAD_BYTES) {
        this.#head = bytes.subarray(position);
        return bytes.subarray(0, position);
      } else position += this.#begin(bytes.subarray(position));
    }
    return bytes.subarray(0, position);
  }

  /** Returns how much of the stream the head took, which is nothing where it ends the stream. */
  #begin(rest: Buffer): number {
    const length = rest.readUInt32BE(1);
    // The length counts itself; one that is less belongs to no message.
    const type = length < LENGTH_BYTES ? "" : String.fromCharCode(rest[0] ?? 0);
    const body = Math.max(0, length - LENGTH_BYTES);
    if (this.#judge(type, length, rest.subarray(HEAD_BYTES, HEAD_BYTES + body)) === "stop") {
      this.#hasStopped = true;
      return 0;
    }
    this.#left = body;
    return HEAD_BYTES;
  }
}
