import { basename } from "node:path";
import { DamageError } from "../damage";
import type { BackupRepository } from "../repository";
import { DIGEST_BYTES, HEAD_BYTES, placeAt } from "./block";
import { inFileOrder } from "./file-order";
import { type IndexEntry, type Run, runsOf } from "./index-entry";
import { type Found, KnownBlocks } from "./known-blocks";
import { readIndex } from "./read-index";

/** An earlier base backup of the same cluster, to whose blocks a new one may refer. */
export interface EarlierCopy {
  index: readonly string[];
  /** In the order of their numbers. */
  volumes: readonly { name: string; blocks: number; isKept: boolean }[];
}

/**
 * Finds the blocks of files that are stored already: in the same file of the earlier base backup, else in files of the
 * same base name in that and in this backup, as branches have. Files are asked for in their order, in which the earlier
 * index has them too, so it is read once, a part at a time.
 */
export class BlockFinder {
  readonly #entries: AsyncIterator<IndexEntry>;
  readonly #isKept: readonly boolean[];
  #peeked: IndexEntry | null = null;
  #isAtEnd = false;
  #baseName = "";
  #known = new KnownBlocks();
  #own: EarlierFile | null = null;

  constructor(repository: BackupRepository, earlier: EarlierCopy | null) {
    this.#entries = readIndex(repository, earlier?.index ?? []);
    this.#isKept = (earlier?.volumes ?? []).map(({ isKept }) => isKept);
  }

  /** Goes on to a file. */
  async open(path: string): Promise<void> {
    const baseName = basename(path);
    if (baseName !== this.#baseName) {
      this.#baseName = baseName;
      this.#known = new KnownBlocks();
    }
    this.#own = null;
    for (let entry = await this.#peek(); entry !== null; entry = await this.#peek()) {
      const order = entry.kind === "folder" ? -1 : inFileOrder(entry.path, path);
      if (order > 0) return;
      this.#peeked = null;
      if (order === 0) {
        this.#own = new EarlierFile(entry);
        return;
      }
      // A file that is gone may live on in a branch.
      if (entry.kind === "file" && basename(entry.path) === baseName) this.#noteAll(entry);
    }
  }

  /** Returns where a block like that of the open file is stored; `null` if it has to be. */
  find(position: number, digest: Buffer, block: Buffer): Found | null {
    const own = this.#own?.find(position, digest, block) ?? null;
    return own !== null && this.#isKept[own.volume - 1] ? foundAt(own) : this.#known.find(digest, block);
  }

  note(digest: Buffer, block: Buffer, found: Found): void {
    this.#known.add({ digests: digest, heads: block, position: 0 }, found);
  }

  #noteAll(entry: IndexEntry): void {
    let position = 0;
    for (const { volume, block, count, hasOwnHeads } of runsOf(entry)) {
      for (let at = 0; at < count && this.#isKept[volume - 1]; at += 1) {
        this.#known.add({ ...entry, position: position + at }, foundAt({ volume, block: block + at, hasOwnHeads }));
      }
      position += count;
    }
  }

  /** An earlier index that can't be read is no reason to have no new backup: the rest is stored anew. */
  async #peek(): Promise<IndexEntry | null> {
    if (this.#peeked !== null || this.#isAtEnd) return this.#peeked;
    const next = await this.#entries.next().catch((error: unknown) => {
      if (error instanceof DamageError) return { done: true as const, value: undefined };
      throw error;
    });
    this.#isAtEnd = next.done === true;
    this.#peeked = next.done === true ? null : next.value;
    return this.#peeked;
  }
}

/** The blocks of a file of the earlier base backup, asked for in their order. */
class EarlierFile {
  readonly #entry: IndexEntry;
  readonly #runs: Iterator<Run>;
  #run: Run | null = null;
  /** The position in the file of the first block after the run. */
  #end = 0;

  constructor(entry: IndexEntry) {
    this.#entry = entry;
    this.#runs = runsOf(entry)[Symbol.iterator]();
  }

  /** Returns where the block at a position is, if it has this digest. */
  find(position: number, digest: Buffer, block: Buffer): Omit<Run, "count"> | null {
    const [at, headAt] = [position * DIGEST_BYTES, position * HEAD_BYTES];
    const { digests, heads } = this.#entry;
    if (at >= digests.length || digest.compare(digests, at, at + DIGEST_BYTES) !== 0) return null;
    while (position >= this.#end) {
      const next = this.#runs.next();
      if (next.done) return null;
      this.#run = next.value;
      this.#end += next.value.count;
    }
    const run = this.#run;
    if (run === null) return null;
    const isAlike = block.compare(heads, headAt, headAt + HEAD_BYTES, 0, HEAD_BYTES) === 0;
    return {
      volume: run.volume,
      block: run.block + run.count - (this.#end - position),
      hasOwnHeads: run.hasOwnHeads || !isAlike,
    };
  }
}

function foundAt({ volume, block, hasOwnHeads }: Omit<Run, "count">): Found {
  return { place: placeAt(volume - 1, block), hasOwnHead: hasOwnHeads };
}
