import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { continueInspection, endInspection } from "@/lib/services/storage/bytes/running-inspection";

const sha256 = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());

/** Lets a text through as an upload does, behind what a file has. */
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
  expect(known).toEqual({ size: 9, sha256: sha256("some text"), sample: Buffer.from("some text") });
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
