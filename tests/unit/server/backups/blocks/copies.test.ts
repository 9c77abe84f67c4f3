import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BLOCK_BYTES } from "@/lib/server/backups/blocks/block";
import type { IndexEntry } from "@/lib/server/backups/blocks/index-entry";
import { IndexWriter } from "@/lib/server/backups/blocks/index-writer";
import { readIndex } from "@/lib/server/backups/blocks/read-index";
import { BlockCopies, blocksOf, texts, withHeads } from "@/tests/support/block-copies";

let copies: BlockCopies;
beforeEach(() => {
  copies = new BlockCopies();
});
afterEach(() => copies.remove());

it("files of all sizes come back as they were, over several volumes", async () => {
  const files = {
    empty: Buffer.alloc(0),
    "base/1/PG_VERSION": Buffer.from("18\n"),
    "base/1/one": blocksOf("a"),
    "base/1/uneven": Buffer.concat([blocksOf(...texts("u", 13)), Buffer.from("end")]),
    "base/1/sparse": blocksOf("", "b", "", "", "c", ""),
    "base/1/zeros": Buffer.alloc(3 * BLOCK_BYTES + 5),
    "base/1/random": randomBytes(21 * BLOCK_BYTES + 77),
  };
  const copy = await copies.copy(files);
  expect(copy.volumes.length).toBe(Math.ceil(copies.newBlocks(copy) / 8));
  expect(copies.newBlocks(copy)).toBe(1 + 1 + 14 + 2 + 22);
  expect(copy).toMatchObject({ files: 7, bytes: Object.values(files).reduce((sum, { length }) => sum + length, 0) });
  expect(await copies.restore(copy)).toEqual(files);
});

it("a second copy stores the blocks that have changed, and both come back", async () => {
  const before = { "base/1/7": blocksOf(...texts("a", 20)), "base/1/8": blocksOf("same", "same too") };
  const after = {
    "base/1/7": blocksOf(...texts("a", 9), "changed", ...texts("a", 20).slice(10), "longer"),
    "base/1/8": blocksOf("same"),
    "base/1/9": blocksOf("new"),
  };
  const first = await copies.copy(before);
  const second = await copies.copy(after);
  expect(copies.newBlocks(second)).toBe(3);
  expect(await copies.restore(first)).toEqual(before);
  expect(await copies.restore(second)).toEqual(after);
});

it("a third copy finds blocks of both earlier ones", async () => {
  const file = (...changes: string[]) => blocksOf(...texts("a", 12).map((text, at) => changes[at] || text));
  await copies.copy({ f: file() });
  await copies.copy({ f: file("x") });
  const third = await copies.copy({ f: file("x", "", "y") });
  expect(copies.newBlocks(third)).toBe(1);
  expect(third.volumes.map((name) => name.split("/")[1])).toEqual(
    expect.arrayContaining(["copy-1", "copy-2", "copy-3"]),
  );
  expect(await copies.restore(third)).toEqual({ f: file("x", "", "y") });
});

it("the files of branches cost nothing in the first copy and in a later one, also if their pages have other heads", async () => {
  const table = blocksOf(...texts("row", 10));
  const branches = (numbers: number[]) =>
    Object.fromEntries(numbers.map((number) => [`base/${number}/5`, withHeads(table, `lsn ${number}`)]));
  const files = { "base/99/5": table, "base/100/5": table, ...branches([101, 102]) };
  const first = await copies.copy(files);
  expect(copies.newBlocks(first)).toBe(10);
  expect(await copies.restore(first)).toEqual(files);
  const more = { ...files, ...branches([1_000, 1_001]) };
  const second = await copies.copy(more);
  expect(copies.newBlocks(second)).toBe(0);
  expect(await copies.restore(second)).toEqual(more);
  const third = await copies.copy({ ...more, "base/102/5": withHeads(table, "again") });
  expect(copies.newBlocks(third)).toBe(0);
  expect(await copies.restore(third)).toEqual({ ...more, "base/102/5": withHeads(table, "again") });
});

it("a branch whose parent is gone has the blocks that the parent had", async () => {
  const table = blocksOf(...texts("row", 10));
  await copies.copy({ "base/99/5": table });
  const second = await copies.copy({ "base/100/5": withHeads(table, "branch") });
  expect(copies.newBlocks(second)).toBe(0);
  expect(await copies.restore(second)).toEqual({ "base/100/5": withHeads(table, "branch") });
});

it("a file that is shorter than a head comes back with no more bytes than it had", async () => {
  const files = { "base/1/PG_VERSION": Buffer.from("18\n"), "base/2/PG_VERSION": Buffer.from("17\n") };
  const copy = await copies.copy(files);
  expect(await copies.restore(copy)).toEqual(files);
});

it("a volume of which less than half is used is left behind, and its blocks are stored again", async () => {
  const full = texts("a", 8);
  await copies.copy({ f: blocksOf(...full) });
  const changed = [...full.slice(0, 3), ...texts("b", 5)];
  // It refers to three of the eight blocks, which the next copy learns from it.
  const second = await copies.copy({ f: blocksOf(...changed) });
  expect(copies.newBlocks(second)).toBe(5);
  const third = await copies.copy({ f: blocksOf(...changed) });
  expect(copies.newBlocks(third)).toBe(3);
  expect(third.volumes.some((name) => name.startsWith("base/copy-1/"))).toBe(false);
  expect(await copies.restore(third)).toEqual({ f: blocksOf(...changed) });
});

it("a copy refers to no volume that has disappeared, and to none from before a proof that failed", async () => {
  const files = { f: blocksOf(...texts("a", 12)) };
  await copies.copy(files);
  const [lost = ""] = copies.pathsOf(await copies.copy(files));
  rmSync(lost);
  const mended = await copies.copy(files);
  expect(copies.newBlocks(mended)).toBe(8);
  expect(await copies.restore(mended)).toEqual(files);
  const distrusting = await copies.copy(files, new Date(3_500));
  expect(copies.newBlocks(distrusting)).toBe(12);
  expect(await copies.restore(distrusting)).toEqual(files);
});

it("a copy whose index has disappeared or was changed is not referred to", async () => {
  const files = { f: blocksOf(...texts("a", 5)) };
  const damage = [
    (path: string) => rmSync(path),
    (path: string) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
      ),
  ];
  for (const doTo of damage) {
    doTo(copies.pathsOf(await copies.copy(files)).at(-1) ?? "");
    expect(copies.newBlocks(await copies.copy(files))).toBe(5);
  }
});

it("an index of many entries is in parts, each with whole entries", async () => {
  const nameOf = (number: number) => `base/large/index-${number}`;
  const index = new IndexWriter(copies.repository, { nameOf, pace: null });
  const blocks = 200_000;
  const entries = ["a", "b", "c", "d"].map((path) => ({
    ...{ kind: "file" as const, path, size: blocks * BLOCK_BYTES, runs: Buffer.alloc(12, path) },
    ...{ digests: Buffer.alloc(blocks * 16, path), heads: Buffer.alloc(blocks * 10, path) },
  }));
  for (const entry of entries) await index.add(entry);
  await index.end();
  expect(index.parts).toEqual([nameOf(1), nameOf(2)]);
  const read: IndexEntry[] = [];
  for await (const entry of readIndex(copies.repository, index.parts)) read.push(entry);
  expect(read.map(({ path }) => path)).toEqual(["a", "b", "c", "d"]);
  expect(read.every((entry, at) => entry.digests.equals(entries[at]?.digests ?? Buffer.alloc(0)))).toBe(true);
});

it("volumes and indexes that change places with those of another copy are refused by name", async () => {
  const [first, second] = [await copies.copy({ f: blocksOf("a") }), await copies.copy({ f: blocksOf("b") })];
  const [from, to] = [copies.pathsOf(first), copies.pathsOf(second)];
  for (const [at, path] of to.entries()) {
    const own = readFileSync(path);
    cpSync(from[at] ?? "", path);
    await expect(copies.restore(second)).rejects.toThrow(/^base\/copy-2\/control-.* is damaged or was changed/);
    writeFileSync(path, own);
  }
  expect(await copies.restore(second)).toEqual({ f: blocksOf("b") });
});

it("a volume whose sealed parts have changed places is refused", async () => {
  const copy = await copies.copy({ f: randomBytes(8 * BLOCK_BYTES * 3) });
  const [path = ""] = copies.pathsOf(copy);
  const sealed = readFileSync(path);
  const [begin, part] = [20, 64 * 1024 + 16];
  const parts = [sealed.subarray(begin + part, begin + 2 * part), sealed.subarray(begin, begin + part)];
  writeFileSync(path, Buffer.concat([sealed.subarray(0, begin), ...parts, sealed.subarray(begin + 2 * part)]));
  await expect(copies.restore(copy)).rejects.toThrow(/^base\/copy-1\/control-00001 .* is damaged or was changed/);
});

it("a volume that is shorter than its index says is refused by name", async () => {
  const copy = await copies.copy({ f: blocksOf("a", "b") });
  const [name = ""] = copy.volumes;
  await copies.repository.putText(name, "a".repeat(BLOCK_BYTES));
  await expect(copies.restore(copy)).rejects.toThrow(
    `${name} in ${copies.place} is shorter than the index of its base backup says.`,
  );
});
