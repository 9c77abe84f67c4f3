import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { SAMPLE_BYTES } from "./media-type";

export interface Inspected {
  size: number;
  sha256: Uint8Array<ArrayBuffer>;
  /** The first bytes. */
  sample: Uint8Array;
  /** Whether all of them are text in UTF-8. */
  isUtf8: boolean;
}

/** Reads bytes to their end. */
export async function inspectBytes(source: Readable): Promise<Inspected> {
  const inspection = new Inspection();
  for await (const chunk of source as AsyncIterable<Buffer>) inspection.add(chunk);
  return inspection.result();
}

/** The facts known of bytes that come one chunk after the other. */
export class Inspection {
  readonly #hash: Hash = createHash("sha256");
  #sample = Buffer.alloc(0);
  #size = 0;
  #isUtf8 = true;
  /** The start of a character that the next chunk goes on with. */
  #begun = Buffer.alloc(0);

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    if (this.#sample.byteLength < SAMPLE_BYTES) this.#sample = Buffer.concat([this.#sample, chunk]);
    this.#hash.update(chunk);
    this.#size += chunk.byteLength;
    if (!this.#isUtf8) return;
    const bytes = this.#begun.byteLength === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    const end = bytes.byteLength - begunBytes(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, end));
    this.#begun = Buffer.from(bytes.subarray(end));
  }

  result(): Inspected {
    return {
      size: this.#size,
      sha256: new Uint8Array(this.#hash.copy().digest()),
      sample: this.#sample.subarray(0, SAMPLE_BYTES),
      isUtf8: this.#isUtf8 && this.#begun.byteLength === 0,
    };
  }
}

/** Returns how many bytes at the end begin a character of UTF-8 that has more (RFC 3629 section 3). */
function begunBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.byteLength); count += 1) {
    const byte = bytes[bytes.byteLength - count] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthBy(byte) > count ? count : 0;
  }
  return 0;
}

function lengthBy(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  return firstByte >= 0xe0 ? 3 : 2;
}
