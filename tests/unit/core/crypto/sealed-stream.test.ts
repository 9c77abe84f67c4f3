import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openByPassphrase, sealByPassphrase } from "@/lib/core/crypto/passphrase";
import { SealError } from "@/lib/core/crypto/seal";
import { openStream, sealStream } from "@/lib/core/crypto/sealed-stream";

const KEY = randomBytes(32);
const CHUNK = 64 * 1024;

async function* inPieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const seal = (bytes: Buffer, name = "a", size = 10_000) => collect(sealStream(inPieces(bytes, size), KEY, name));
const open = (bytes: Buffer, name = "a", key = KEY) => collect(openStream(inPieces(bytes, 7_777), key, name));

describe("a sealed stream", () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
    "opens to the same %i bytes",
    async (length) => {
      const bytes = randomBytes(length);
      expect((await open(await seal(bytes))).equals(bytes)).toBe(true);
    },
  );

  it("never seals the same to the same", async () => {
    const bytes = randomBytes(100);
    expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
  });

  it("doesn't open under another name or key", async () => {
    const sealed = await seal(randomBytes(100));
    await expect(open(sealed, "b")).rejects.toThrow(SealError);
    await expect(open(sealed, "a", randomBytes(32))).rejects.toThrow(SealError);
  });

  it("doesn't open when a byte was changed, wherever it is", async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 100));
    for (const at of [0, 5, 19, 20, CHUNK, CHUNK + 60, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed), `byte ${at}`).rejects.toThrow(SealError);
    }
  });

  it("doesn't open when chunks were cut off, left out, repeated or exchanged", async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const header = sealed.subarray(0, 20);
    const chunk = (n: number) => sealed.subarray(20 + n * (CHUNK + 16), 20 + (n + 1) * (CHUNK + 16));
    const [first, second, third] = [chunk(0), chunk(1), chunk(2)];
    for (const chunks of [
      [],
      [first],
      [first, second],
      [first, third],
      [second, first, third],
      [first, first, third],
    ]) {
      await expect(open(Buffer.concat([header, ...chunks]))).rejects.toThrow(SealError);
    }
    expect((await open(Buffer.concat([header, first, second, third]))).length).toBe(3 * CHUNK);
    await expect(open(Buffer.alloc(0))).rejects.toThrow(SealError);
  });
});

describe("a key that a passphrase seals", () => {
  it("is opened by that passphrase alone", async () => {
    const sealed = await sealByPassphrase(KEY, "correct horse");
    expect((await openByPassphrase(sealed, "correct horse")).equals(KEY)).toBe(true);
    await expect(openByPassphrase(sealed, "correct horse ")).rejects.toThrow(SealError);
  });
});
