import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { inspectBytes } from "@/lib/services/storage/bytes/inspect";
import { continueInspection, endInspection } from "@/lib/services/storage/bytes/running-inspection";

const sha256 = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());

/** Lets a text through as an upload does, behind a file's bytes. */
async function send(id: string, text: string, before: { size: number; mtimeMs: number } | null) {
  const inspection = continueInspection(id, before);
  if (!inspection) return null;
  expect((await buffer(Readable.from([Buffer.from(text)]).pipe(inspection.observe()))).toString()).toBe(text);
  const written = { size: (before?.size ?? 0) + text.length, mtimeMs: (before?.mtimeMs ?? 0) + 1 };
  inspection.wrote(written);
  return written;
}

test("bytes that come in parts are known without being read", async () => {
  const first = await send("a", "some ", null);
  const second = await send("a", "text", first);
  if (!second) throw new Error("not continued");
  const known = endInspection("a", second);
  expect(known).toEqual({ size: 9, sha256: sha256("some text"), sample: Buffer.from("some text"), isUtf8: true });
  expect(endInspection("a", second)).toBeNull();
});

test("a sender that begins anew is inspected anew", async () => {
  await send("b", "other", null);
  const again = await send("b", "text", null);
  expect(again && endInspection("b", again)?.sha256).toEqual(sha256("text"));
});

test.each([
  ["longer", { size: 6, mtimeMs: 1 }],
  ["shorter", { size: 4, mtimeMs: 1 }],
  ["written by somebody else", { size: 5, mtimeMs: 2 }],
])("a file that is %s must be read", async (_, file) => {
  expect(await send("c", "12345", null)).toEqual({ size: 5, mtimeMs: 1 });
  expect(continueInspection("c", file)).toBeNull();
  await send("c", "12345", null);
  expect(endInspection("c", file)).toBeNull();
});

test("bytes that another process took in must be read", () => {
  expect(continueInspection("unknown", { size: 5, mtimeMs: 1 })).toBeNull();
  expect(endInspection("unknown", { size: 5, mtimeMs: 1 })).toBeNull();
});

test("SV-M11: text in UTF-8 is known by all bytes, wherever chunks part its characters", async () => {
  const told = async (...chunks: Uint8Array[]) =>
    (await inspectBytes(Readable.from(chunks.map((each) => Buffer.from(each))))).isUtf8;
  const text = Buffer.from(`${"x".repeat(5_000)}é€😀`);
  for (let at = 4_999; at <= text.byteLength; at += 1) {
    expect(await told(text.subarray(0, at), text.subarray(at)), `parted at ${at}`).toBe(true);
  }
  expect(await told(...[...text.subarray(-9)].map((byte) => Uint8Array.of(byte)))).toBe(true);
  expect(await told()).toBe(true);
  expect(await told(text.subarray(0, -1))).toBe(false);
  expect(await told(text, Buffer.from("é", "latin1"))).toBe(false);
  expect(await told(Buffer.from([0xe9, 0x20]), text)).toBe(false);
  expect(await told(Buffer.from([0xed, 0xa0]), Buffer.from([0x80]))).toBe(false);
});
