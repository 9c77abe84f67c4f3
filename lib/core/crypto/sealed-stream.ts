import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { SealError } from "./seal";

const MAGIC = Buffer.from("CPB1");
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * Seals a stream by AES-256-GCM in chunks, as the STREAM construction does: the nonce counts chunks and marks the last,
 * so none can be left out, repeated, moved or cut off. Each stream has a key of its own, derived from a salt and its name,
 * so that one that was renamed doesn't open.
 */
export async function* sealStream(source: AsyncIterable<Buffer>, key: Uint8Array, name: string): AsyncIterable<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = deriveKey(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let pending: Buffer = Buffer.alloc(0);
  let count = 0;
  const seal = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", own, nonceOf(count++, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  for await (const chunk of source) {
    pending = Buffer.concat([pending, chunk]);
    for (; pending.length > CHUNK_BYTES; pending = pending.subarray(CHUNK_BYTES)) {
      yield seal(pending.subarray(0, CHUNK_BYTES), false);
    }
  }
  yield seal(pending, true);
}

/** Yields the sealed bytes, of which every chunk was proven. Throws `SealError` at the first that was changed. */
export async function* openStream(source: AsyncIterable<Buffer>, key: Uint8Array, name: string): AsyncIterable<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  let own: Buffer | null = null;
  let count = 0;
  const open = (chunk: Buffer, isLast: boolean) => {
    if (own === null || chunk.length < TAG_BYTES) throw new SealError("a sealed stream is cut off");
    const decipher = createDecipheriv("aes-256-gcm", own, nonceOf(count++, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new SealError("a sealed stream was changed or moved", { cause });
    }
  };
  for await (const chunk of source) {
    pending = Buffer.concat([pending, chunk]);
    if (own === null && pending.length >= MAGIC.length + SALT_BYTES) {
      if (!pending.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealError("not a sealed stream");
      own = deriveKey(key, pending.subarray(MAGIC.length, MAGIC.length + SALT_BYTES), name);
      pending = pending.subarray(MAGIC.length + SALT_BYTES);
    }
    for (; own !== null && pending.length > SEALED_CHUNK_BYTES; pending = pending.subarray(SEALED_CHUNK_BYTES)) {
      yield open(pending.subarray(0, SEALED_CHUNK_BYTES), false);
    }
  }
  yield open(pending, true);
}

function deriveKey(key: Uint8Array, salt: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, `coppice/stream/${name}`, 32));
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
