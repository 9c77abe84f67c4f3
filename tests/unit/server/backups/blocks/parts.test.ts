import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { BLOCK_BYTES } from "@/lib/server/backups/blocks/block";
import { BlockDigester } from "@/lib/server/backups/blocks/digest";
import { inFileOrder } from "@/lib/server/backups/blocks/file-order";
import { EntryWriter, packIndexEntry, runsOf, unpackIndex } from "@/lib/server/backups/blocks/index-entry";
import { KnownBlocks } from "@/lib/server/backups/blocks/known-blocks";
import { RunSpool } from "@/lib/server/backups/blocks/run-spool";
import { VolumeTable, volumesToKeep } from "@/lib/server/backups/blocks/volume-table";

const digestOf = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);

it("a digest depends on the key and on all bytes but those of the head", () => {
  const block = randomBytes(BLOCK_BYTES);
  const [digester, other] = [new BlockDigester(Buffer.alloc(32, 1)), new BlockDigester(Buffer.alloc(32, 2))];
  const changed = (at: number) => {
    const copy = Buffer.from(block);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return digester.digest(copy).equals(digester.digest(block));
  };
  expect(digester.digest(block)).toHaveLength(16);
  expect(other.digest(block).equals(digester.digest(block))).toBe(false);
  expect([9, 10, 4_000, BLOCK_BYTES - 1].map(changed)).toEqual([true, false, false, false]);
});

it("files of one base name follow on one another, that of the older database first", () => {
  const paths = ["base/100/7", "base/99/8", "global/1", "base/99/7", "base/100/7_vm", "backup_label"];
  expect(paths.sort(inFileOrder)).toEqual([
    ...["global/1", "base/99/7", "base/100/7", "base/100/7_vm", "base/99/8", "backup_label"],
  ]);
});

it("known blocks are found by their digests, with the head that they were noted with", () => {
  const known = new KnownBlocks();
  const [head, other] = [Buffer.alloc(10, 1), Buffer.alloc(10, 2)];
  const count = 5_000;
  for (let number = 0; number < count; number += 1) {
    const found = { place: number * 3, hasOwnHead: number % 2 === 1 };
    known.add({ digests: digestOf(`${number}`), heads: head, position: 0 }, found);
    known.add({ digests: digestOf(`${number}`), heads: other, position: 0 }, { place: -1, hasOwnHead: false });
  }
  for (let number = 0; number < count; number += 1) {
    const isOdd = number % 2 === 1;
    expect(known.find(digestOf(`${number}`), head)).toEqual({ place: number * 3, hasOwnHead: isOdd });
    expect(known.find(digestOf(`${number}`), other)).toEqual({ place: number * 3, hasOwnHead: true });
  }
  expect(known.find(digestOf("another"), head)).toBeNull();
});

it("no more blocks are known than memory is for", () => {
  const known = new KnownBlocks(2);
  for (const text of ["a", "b", "c"]) {
    known.add({ digests: digestOf(text), heads: Buffer.alloc(10), position: 0 }, { place: 1, hasOwnHead: false });
  }
  expect(["a", "b", "c"].map((text) => known.find(digestOf(text), Buffer.alloc(10)) !== null)).toEqual([
    ...[true, true, false],
  ]);
});

it("an index entry has the runs of its blocks, and one of another form is refused", () => {
  const written = new EntryWriter({ path: "f", size: 6 * BLOCK_BYTES - 1 });
  const bytes = randomBytes(BLOCK_BYTES);
  const add = (block: number, hasOwnHeads: boolean) =>
    written.add(bytes, digestOf("x"), { volume: 3, block, hasOwnHeads });
  add(7, false);
  add(8, false);
  add(9, true);
  written.addZeros();
  written.addZeros();
  add(2, false);
  const entry = written.end();
  const packed = Buffer.concat(packIndexEntry(entry));
  const [unpacked] = unpackIndex(packed);
  expect(unpacked).toEqual(entry);
  expect([...runsOf(entry)]).toEqual([
    { volume: 3, block: 7, count: 2, hasOwnHeads: false },
    { volume: 3, block: 9, count: 1, hasOwnHeads: true },
    { volume: 0, block: 0, count: 2, hasOwnHeads: false },
    { volume: 3, block: 2, count: 1, hasOwnHeads: false },
  ]);
  const refusal = /^The index of a base backup has another form/;
  expect(() => [...unpackIndex(packed.subarray(0, -1))]).toThrow(refusal);
  expect(() => [...unpackIndex(Buffer.from("no header"))]).toThrow(refusal);
  expect(() => [...runsOf({ ...entry, runs: entry.runs.subarray(12) })]).toThrow(refusal);
});

it("volumes that are used by less than half, and small ones if there are many, are left behind", () => {
  const [large, small] = [
    { blocks: 32_768, used: 16_384 },
    { blocks: 10, used: 10 },
  ];
  expect(volumesToKeep([large, small, { blocks: 32_768, used: 16_383 }])).toEqual([true, true, false]);
  const many = volumesToKeep([large, ...Array.from({ length: 31 }, () => small)]);
  expect(many.filter(Boolean)).toHaveLength(1);
});

it("a volume counts each of its blocks once, and has a number when one is used", () => {
  const nameOf = (number: number) => `own-${number}`;
  const table = new VolumeTable(
    [
      { name: "old-1", blocks: 4 },
      { name: "old-2", blocks: 4 },
    ],
    { nameOf, volumeBlocks: 2 },
  );
  const places = [table.next(), table.next(), table.next()];
  expect(places.map((place) => table.use(place))).toEqual([
    ...[
      { volume: 1, block: 0 },
      { volume: 1, block: 1 },
      { volume: 2, block: 0 },
    ],
  ]);
  expect(table.use(32_768 + 3)).toEqual({ volume: 3, block: 3 });
  expect(table.use(32_768 + 3)).toEqual({ volume: 3, block: 3 });
  expect(table.inUse()).toEqual([
    { name: "own-1", blocks: 2, used: 2 },
    { name: "own-2", blocks: 1, used: 1 },
    { name: "old-2", blocks: 4, used: 1 },
  ]);
});

it("the targets of a volume come in the order of its blocks, however many there are, and nothing stays of the spool", async () => {
  const parent = mkdtempSync(join(tmpdir(), "coppice-spool-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "runs");
  const count = 10_000;
  await RunSpool.with(folder, async (spool) => {
    for (let number = 0; number < count; number += 1) {
      const block = (number * 7_919) % count;
      await spool.add(1 + (block % 2), { block, count: 1, file: 5, position: number });
    }
    const targets = await spool.take(2);
    expect(targets.map(({ block }) => block)).toEqual(Array.from({ length: count / 2 }, (_, at) => 2 * at + 1));
    expect(targets.every(({ block, position }) => block === (position * 7_919) % count)).toBe(true);
    expect(await spool.take(3)).toEqual([]);
  });
  expect(existsSync(folder)).toBe(false);
});
