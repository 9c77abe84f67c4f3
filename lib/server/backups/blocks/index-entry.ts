import { z } from "zod";
import { DamageError } from "../damage";
import { blocksIn, DIGEST_BYTES, HEAD_BYTES } from "./block";

const HEADER_LENGTH_BYTES = 4;
const RUN_BYTES = 12;
/** A bit of a run's volume. */
const OWN_HEADS = 2 ** 31;

const Header = z.object({
  kind: z.enum(["folder", "file"]),
  path: z.string().min(1),
  size: z.int().min(0),
  runs: z.int().min(0),
});

/** The numbers of volumes count from 1; 0 is a run of zeros. */
export interface Run {
  volume: number;
  block: number;
  count: number;
  /** Whether the blocks in the volume may have other heads than those of the file. */
  hasOwnHeads: boolean;
}

/** The entry of a folder, or of a file: the places of its blocks, and digest and head of each. */
export interface IndexEntry {
  kind: "folder" | "file";
  path: string;
  size: number;
  /** The runs one after another, each as three numbers of 32 bits. */
  runs: Buffer;
  digests: Buffer;
  heads: Buffer;
}

/** Returns the length of a header, the header as JSON, the runs, the digests and the heads. */
export function packIndexEntry({ kind, path, size, runs, digests, heads }: IndexEntry): Buffer[] {
  const header = Buffer.from(JSON.stringify({ kind, path, size, runs: runs.length / RUN_BYTES }));
  const length = Buffer.alloc(HEADER_LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return [length, header, runs, digests, heads];
}

/** Yields the entries of a part of an index. Throws `DamageError` where it has another form. */
export function* unpackIndex(part: Buffer): Iterable<IndexEntry> {
  for (let at = 0; at < part.length; ) {
    const take = (count: number) => {
      if (at + count > part.length) throw unknownForm();
      at += count;
      return part.subarray(at - count, at);
    };
    const header = headerOf(take(take(HEADER_LENGTH_BYTES).readUInt32BE()));
    const runs = take(header.runs * RUN_BYTES);
    const blocks = blocksIn(header.size);
    yield { ...header, runs, digests: take(blocks * DIGEST_BYTES), heads: take(blocks * HEAD_BYTES) };
  }
}

function headerOf(bytes: Buffer): z.infer<typeof Header> {
  try {
    return Header.parse(JSON.parse(bytes.toString("utf8")));
  } catch (error) {
    throw unknownForm(error);
  }
}

export function unknownForm(cause?: unknown): DamageError {
  return new DamageError("The index of a base backup has another form than this version knows.", { cause });
}

/** Yields the runs of a file, which cover its blocks. Throws `DamageError` where they don't. */
export function* runsOf({ size, runs }: IndexEntry): Iterable<Run> {
  let blocks = 0;
  for (let at = 0; at < runs.length; at += RUN_BYTES) {
    const count = runs.readUInt32BE(at + 8);
    blocks += count;
    const volume = runs.readUInt32BE(at);
    const hasOwnHeads = volume >= OWN_HEADS;
    yield { volume: volume % OWN_HEADS, block: runs.readUInt32BE(at + 4), count, hasOwnHeads };
  }
  if (blocks !== blocksIn(size)) throw unknownForm();
}

/** Collects the runs, digests and heads of a file, block by block. */
export class EntryWriter {
  readonly #file: { path: string; size: number };
  readonly #digests: Buffer;
  readonly #heads: Buffer;
  #runs = Buffer.alloc(RUN_BYTES * 16);
  #end = 0;
  #blocks = 0;
  #last: Run = { volume: 0, block: 0, count: 0, hasOwnHeads: false };

  constructor({ path, size }: { path: string; size: number }) {
    this.#file = { path, size };
    this.#digests = Buffer.alloc(blocksIn(size) * DIGEST_BYTES);
    this.#heads = Buffer.alloc(blocksIn(size) * HEAD_BYTES);
  }

  /** Adds a block of zeros, which has no digest. */
  addZeros(): void {
    this.#addTo({ volume: 0, block: 0, count: 1, hasOwnHeads: false });
  }

  add(bytes: Buffer, digest: Buffer, place: Omit<Run, "count">): void {
    digest.copy(this.#digests, this.#blocks * DIGEST_BYTES);
    bytes.copy(this.#heads, this.#blocks * HEAD_BYTES, 0, HEAD_BYTES);
    this.#addTo({ ...place, count: 1 });
  }

  end(): IndexEntry {
    this.#writeLast();
    this.#last.count = 0;
    const runs = this.#runs.subarray(0, this.#end);
    return { kind: "file", ...this.#file, runs, digests: this.#digests, heads: this.#heads };
  }

  #addTo(run: Run): void {
    this.#blocks += 1;
    const last = this.#last;
    const follows = run.volume === 0 || last.block + last.count === run.block;
    if (last.count > 0 && last.volume === run.volume && last.hasOwnHeads === run.hasOwnHeads && follows) {
      last.count += 1;
      return;
    }
    this.#writeLast();
    this.#last = run;
  }

  #writeLast(): void {
    const { volume, block, count, hasOwnHeads } = this.#last;
    if (count === 0) return;
    if (this.#end === this.#runs.length) this.#runs = Buffer.concat([this.#runs, Buffer.alloc(this.#runs.length)]);
    const numbers = [volume + (hasOwnHeads ? OWN_HEADS : 0), block, count];
    for (const number of numbers) this.#end = this.#runs.writeUInt32BE(number, this.#end);
  }
}
