import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PictureShelf } from "@/lib/services/storage/pictures/picture-shelf";

const DAY_SECONDS = 86_400;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shelf-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keep(shelf: PictureShelf, name: string, bytes = 10): Promise<string> {
  const file = shelf.unfinished(name);
  await writeFile(file, Buffer.alloc(bytes));
  return shelf.keep(file, name);
}

async function writeOld(name: string, ageDays: number): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, Buffer.alloc(10));
  const at = Date.now() / 1_000 - ageDays * DAY_SECONDS;
  await utimes(path, at, at);
}

test("the picture that was not asked for longest gives way, and its file goes", async () => {
  const shelf = await PictureShelf.open(folder, 25);
  const [a, b] = [await keep(shelf, "a"), await keep(shelf, "b")];
  expect(await shelf.find("a")).toBe(a);
  await keep(shelf, "c");
  expect(await shelf.find("b")).toBeNull();
  await expect.poll(() => existsSync(b)).toBe(false);
  expect([await shelf.find("a"), await shelf.find("d")]).toEqual([a, null]);
});

test("a later process takes over the pictures that are there, and lets go of week-old ones", async () => {
  await writeOld("fresh", 1);
  await writeOld("old", 8);
  const shelf = await PictureShelf.open(folder, 1_000);
  expect(await shelf.find("fresh")).toBe(join(folder, "fresh"));
  expect(await shelf.find("old")).toBeNull();
  await expect.poll(() => readdir(folder)).toEqual(["fresh", "unfinished"]);
});

test("a picture that a process did not finish is none, and goes after a while", async () => {
  await PictureShelf.open(folder, 1_000);
  await writeOld("unfinished/crashed", 1);
  await writeOld("unfinished/now", 0);
  const shelf = await PictureShelf.open(folder, 1_000);
  expect(await readdir(join(folder, "unfinished"))).toEqual(["now"]);
  expect(await shelf.find("now")).toBeNull();
});

test("a file that somebody else removed is missed", async () => {
  const shelf = await PictureShelf.open(folder, 1_000);
  await rm(await keep(shelf, "a"));
  expect(await shelf.find("a")).toBeNull();
});
