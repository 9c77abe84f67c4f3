import { closeSync, fchownSync, ftruncateSync, openSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DamageError } from "../damage";
import type { BackupRepository } from "../repository";
import { type FileOwner, placeBelow } from "../write-entry";
import { BLOCK_BYTES, HEAD_BYTES } from "./block";
import { FileWriter } from "./file-writer";
import { type IndexEntry, runsOf } from "./index-entry";
import { readIndex } from "./read-index";
import { RunSpool, type Target } from "./run-spool";

/** So many bytes of a volume are in memory at a time, and some more. */
const WINDOW_BYTES = 128 * BLOCK_BYTES;

interface StoredFiles {
  repository: BackupRepository;
  index: readonly string[];
  volumes: readonly string[];
}

interface Below {
  folder: string;
  /** Gets the files; `null` leaves them the caller's. */
  owner: FileOwner | null;
  onBytes: (count: number) => void;
}

/**
 * Writes the files of an index below a folder. Each volume is read once and each of its blocks written to all of its
 * places; blocks of zeros are left out of the files. A second look at the index then puts the heads that differ.
 */
export async function writeFiles(stored: StoredFiles, { folder, owner, onBytes }: Below): Promise<void> {
  const { repository, index, volumes } = stored;
  const files = new FileWriter();
  const sizes: number[] = [];
  const folders = new Set<string>();
  try {
    await RunSpool.with(`${folder}-runs`, async (spool) => {
      for await (const entry of readIndex(repository, index)) {
        const path = placeBelow(folder, entry.path);
        if (entry.kind === "folder") {
          await makeFolder(path, owner);
          continue;
        }
        if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        folders.add(dirname(path));
        makeFile(path, entry.size, owner);
        sizes.push(entry.size);
        await spoolRuns(spool, entry, files.add(path));
      }
      for (const [number, name] of volumes.entries()) {
        const targets = await spool.take(number + 1);
        if (targets.length === 0) continue;
        await writeVolume({ repository, name, targets }, async (bytes, { file, position }) => {
          const at = position * BLOCK_BYTES;
          const own = bytes.subarray(0, (sizes[file] ?? 0) - at);
          await files.write(file, own, at);
          onBytes(own.length);
        });
      }
    });
    let file = 0;
    for await (const entry of readIndex(repository, index)) {
      if (entry.kind === "file") await writeHeads(entry, (bytes, at) => files.write(file, bytes, at));
      if (entry.kind === "file") file += 1;
    }
  } finally {
    files.close();
  }
}

async function makeFolder(path: string, owner: FileOwner | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** Makes a file without another thread, whose way costs more than all else for thousands of small files. */
function makeFile(path: string, size: number, owner: FileOwner | null): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    ftruncateSync(fd, size);
    if (owner) fchownSync(fd, owner.uid, owner.gid);
  } finally {
    closeSync(fd);
  }
}

async function spoolRuns(spool: RunSpool, entry: IndexEntry, file: number): Promise<void> {
  let position = 0;
  for (const { volume, block, count } of runsOf(entry)) {
    if (volume !== 0) await spool.add(volume, { block, count, file, position });
    position += count;
  }
}

interface VolumeToWrite {
  repository: BackupRepository;
  name: string;
  /** The places of its blocks, ordered by block. */
  targets: readonly Target[];
}

/** Reads a volume in its order, a window at a time, and writes each block to its targets. */
async function writeVolume(
  { repository, name, targets }: VolumeToWrite,
  write: (bytes: Buffer, place: { file: number; position: number }) => Promise<void>,
): Promise<void> {
  let [next, begin, active] = [0, 0, [] as Target[]];
  for await (const window of windowsOf(await repository.read(name))) {
    const end = begin + Math.floor(window.length / BLOCK_BYTES);
    for (let target = targets[next]; target && target.block < end; target = targets[next]) {
      active.push(target);
      next += 1;
    }
    for (const { block, count, file, position } of active) {
      const [from, to] = [Math.max(block, begin), Math.min(block + count, end)];
      const bytes = window.subarray((from - begin) * BLOCK_BYTES, (to - begin) * BLOCK_BYTES);
      await write(bytes, { file, position: position + from - block });
    }
    active = active.filter(({ block, count }) => block + count > end);
    begin = end;
  }
  if (active.length === 0 && next === targets.length) return;
  throw new DamageError(`${name} in ${repository.name} is shorter than the index of its base backup says.`);
}

async function* windowsOf(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let [pending, size] = [[] as Buffer[], 0];
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size < WINDOW_BYTES) continue;
    const all = Buffer.concat(pending, size);
    const whole = size - (size % BLOCK_BYTES);
    yield all.subarray(0, whole);
    [pending, size] = [[all.subarray(whole)], size - whole];
  }
  if (size > 0) yield Buffer.concat(pending, size);
}

async function writeHeads(entry: IndexEntry, write: (bytes: Buffer, at: number) => Promise<void>): Promise<void> {
  let position = 0;
  for (const { count, hasOwnHeads } of runsOf(entry)) {
    for (let block = position; hasOwnHeads && block < position + count; block += 1) {
      const at = block * BLOCK_BYTES;
      const head = entry.heads.subarray(block * HEAD_BYTES, (block + 1) * HEAD_BYTES);
      await write(head.subarray(0, entry.size - at), at);
    }
    position += count;
  }
}
