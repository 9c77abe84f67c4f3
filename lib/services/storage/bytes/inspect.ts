import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { SAMPLE_BYTES } from "./media-type";

export interface Inspected {
  size: number;
  sha256: Uint8Array<ArrayBuffer>;
  /** The first bytes. */
  sample: Uint8Array;
}

/** Reads bytes to their end. */
export async function inspectBytes(source: Readable): Promise<Inspected> {
  const hash = createHash("sha256");
  let size = 0;
  let sample = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    if (sample.byteLength < SAMPLE_BYTES) sample = Buffer.concat([sample, chunk.subarray(0, SAMPLE_BYTES)]);
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: new Uint8Array(hash.digest()), sample: sample.subarray(0, SAMPLE_BYTES) };
}
