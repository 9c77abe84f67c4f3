import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PictureMaker } from "@/lib/core/ports/picture-maker";
import type { StorageContext } from "@/lib/services/storage/context";
import { PictureCache } from "@/lib/services/storage/pictures/picture-cache";

let folder: string;
let cache: PictureCache;
let ctx: StorageContext;
/** The widths of the pictures that were begun, in that order. */
const begun: number[] = [];
const held: (() => void)[] = [];

/** Makes one picture at a time, and ends each when it is let go. */
const maker: PictureMaker = {
  atOnce: 1,
  make: async ({ w = 0, target }) => {
    begun.push(w);
    await new Promise<void>((resolve) => void held.push(resolve));
    await writeFile(target, "picture");
  },
  close: async () => undefined,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "picture-turns-"));
  cache = new PictureCache(join(folder, "pictures"), maker);
  const fileOf = () => join(folder, "source");
  ctx = { objects: { fileOf } } as unknown as StorageContext;
});

afterEach(async () => {
  begun.length = 0;
  for (const letGo of held.splice(0)) letGo();
  await rm(folder, { recursive: true, force: true });
});

function ask(projectId: string, w: number, signal = new AbortController().signal): Promise<string> {
  const version = { projectId, tier: "free", bytesId: projectId, size: 1, contentType: "image/png" };
  const shape = { w, h: undefined, fit: "inside", format: "webp", q: 80 } as const;
  return cache.get(ctx, version, shape, signal);
}

/** Makes a picture, after which the project's folder is known. */
async function makeOne(projectId: string): Promise<void> {
  const made = ask(projectId, 1_000);
  await letGoUntil(() => begun.length === 1);
  held.shift()?.();
  await made;
  begun.length = 0;
}

/** Ends one picture after the other. */
async function letGoUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    const { length } = begun;
    held.shift()?.();
    await expect.poll(() => begun.length).toBe(length + 1);
  }
}

test("AT-H6 a neighbour's picture is made before the third of a project that asks for many", async () => {
  await makeOne("neighbour");
  const hostile = [1, 2, 3, 4].map((w) => ask("hostile", w));
  await expect.poll(() => begun).toEqual([1]);
  const neighbour = ask("neighbour", 100);
  await new Promise(setImmediate);
  await letGoUntil(() => begun.includes(100));
  expect(begun).toEqual([1, 2, 100]);
  await letGoUntil(() => begun.length === 5);
  held.shift()?.();
  await Promise.all([...hostile, neighbour]);
});

test("AT-H6 a picture whose callers have all gone is not made", async () => {
  const first = ask("a", 1);
  await expect.poll(() => begun).toEqual([1]);
  const leaving = [new AbortController(), new AbortController()] as const;
  const left = leaving.map(({ signal }) => ask("a", 2, signal).catch(() => "left"));
  const last = ask("a", 3);
  for (const each of leaving) each.abort();
  expect(await Promise.all(left)).toEqual(["left", "left"]);
  held.shift()?.();
  await first;
  await expect.poll(() => begun).toEqual([1, 3]);
  held.shift()?.();
  await last;
});

test("AT-H6 a picture is made for those who stay, and once for those who come back while it is made", async () => {
  const leaving = new AbortController();
  const left = ask("a", 1, leaving.signal).catch(() => "left");
  const stays = ask("a", 1);
  await expect.poll(() => begun).toEqual([1]);
  leaving.abort();
  expect(await left).toBe("left");
  const back = ask("a", 1);
  held.shift()?.();
  expect(await back).toBe(await stays);
  expect(begun).toEqual([1]);
});

test("AT-H6 a project that has too many pictures waiting is refused, with how many, and a neighbour isn't", async () => {
  const asked = Array.from({ length: 17 }, (_, index) => ask("hostile", index + 1));
  for (const each of asked) each.catch(() => undefined);
  await expect.poll(() => begun).toEqual([1]);
  await expect(ask("hostile", 99)).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many pictures are being made. 16 are waiting ahead. Try again in a moment.",
  });
  const neighbour = ask("neighbour", 100);
  await letGoUntil(() => begun.includes(100));
  held.splice(0).at(-1)?.();
  expect(await neighbour).toContain("neighbour");
});
