import type { FileEntry, FolderEntry } from "../cluster-files";
import type { Pace } from "../pace";
import type { BackupRepository } from "../repository";
import { BLOCK_BYTES, VOLUME_BLOCKS } from "./block";
import { BlockFinder, type EarlierCopy } from "./block-finder";
import type { BlockDigester } from "./digest";
import { EntryWriter } from "./index-entry";
import { IndexWriter } from "./index-writer";
import { VolumeTable, type VolumeUse } from "./volume-table";

const ZEROS = Buffer.alloc(BLOCK_BYTES);
const NONE = Buffer.alloc(0);

interface FileCopierOptions {
  repository: BackupRepository;
  /** The names of the copy's files begin with it. */
  prefix: string;
  pace: Pace | null;
  earlier: EarlierCopy | null;
  onBytes: (count: number) => void;
  onVolume: () => void;
  /** The blocks of a volume; by default as many as it may have. */
  volumeBlocks?: number;
}

export interface CopiedFiles {
  files: number;
  bytes: number;
  volumes: (VolumeUse & { name: string })[];
  index: string[];
}

/** Puts the blocks of files that are not stored yet into volumes, and an index that says where each block is. */
export class FileCopier {
  readonly #options: FileCopierOptions;
  readonly #volumeBlocks: number;
  readonly #digester: BlockDigester;
  readonly #finder: BlockFinder;
  readonly #volumes: VolumeTable;
  readonly #index: IndexWriter;
  readonly #nameOf: (number: number) => string;
  #put = 0;
  #files = 0;
  #bytes = 0;

  constructor(options: FileCopierOptions) {
    const { repository, prefix, pace, earlier, volumeBlocks = VOLUME_BLOCKS } = options;
    this.#options = options;
    this.#volumeBlocks = volumeBlocks;
    this.#digester = repository.blockDigester();
    this.#finder = new BlockFinder(repository, earlier);
    this.#nameOf = (number) => `${prefix}-${numbered(number)}`;
    this.#volumes = new VolumeTable(earlier?.volumes ?? [], { nameOf: this.#nameOf, volumeBlocks });
    this.#index = new IndexWriter(repository, { nameOf: (number) => `${prefix}-index-${numbered(number)}`, pace });
  }

  /** Copies files, which come in their order. The first new block begins a volume. */
  async copy(entries: AsyncIterable<FolderEntry | FileEntry>): Promise<void> {
    const { repository, pace, onVolume } = this.#options;
    const blocks = this.#newBlocks(entries);
    try {
      for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
        this.#put += 1;
        await repository.put(this.#nameOf(this.#put), this.#volume(next.value, blocks), pace);
        onVolume();
      }
    } finally {
      await blocks.return(undefined);
    }
    this.#volumes.close();
  }

  async end(): Promise<CopiedFiles> {
    await this.#index.end();
    return { files: this.#files, bytes: this.#bytes, volumes: this.#volumes.inUse(), index: this.#index.parts };
  }

  async *#volume(first: Buffer, blocks: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
    let left = this.#volumeBlocks - first.length / BLOCK_BYTES;
    yield first;
    while (left > 0) {
      const next = await blocks.next();
      if (next.done) return;
      left -= next.value.length / BLOCK_BYTES;
      yield next.value;
    }
  }

  /** Yields new blocks that follow on one another together, never across the end of a volume. */
  async *#newBlocks(entries: AsyncIterable<FolderEntry | FileEntry>): AsyncGenerator<Buffer, void> {
    for await (const entry of entries) {
      if (entry.kind === "folder") {
        await this.#index.add({ ...entry, size: 0, runs: NONE, digests: NONE, heads: NONE });
        continue;
      }
      await this.#finder.open(entry.path);
      const written = new EntryWriter(entry);
      let position = 0;
      for await (const chunk of entry.bytes()) {
        const whole = padded(chunk);
        yield* this.#compare(whole, { position, written });
        position += whole.length / BLOCK_BYTES;
      }
      await this.#index.add(written.end());
      this.#files += 1;
      this.#bytes += entry.size;
      this.#options.onBytes(entry.size);
    }
  }

  *#compare(chunk: Buffer, { position, written }: { position: number; written: EntryWriter }): Iterable<Buffer> {
    let newFrom: number | null = null;
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      const block = chunk.subarray(at, at + BLOCK_BYTES);
      const { isNew, beginsVolume } = this.#place(block, position + at / BLOCK_BYTES, written);
      if (newFrom !== null && (!isNew || beginsVolume)) {
        yield chunk.subarray(newFrom, at);
        newFrom = null;
      }
      if (isNew) newFrom ??= at;
    }
    if (newFrom !== null) yield chunk.subarray(newFrom);
  }

  #place(block: Buffer, position: number, written: EntryWriter): { isNew: boolean; beginsVolume: boolean } {
    if (block.equals(ZEROS)) {
      written.addZeros();
      return { isNew: false, beginsVolume: false };
    }
    const digest = this.#digester.digest(block);
    const known = this.#finder.find(position, digest, block);
    const found = known ?? { place: this.#volumes.next(), hasOwnHead: false };
    const used = this.#volumes.use(found.place);
    written.add(block, digest, { ...used, hasOwnHeads: found.hasOwnHead });
    this.#finder.note(digest, block, found);
    return { isNew: known === null, beginsVolume: known === null && used.block === 0 };
  }
}

/** Only the end of a file is less than a block. */
function padded(chunk: Buffer): Buffer {
  const missing = -chunk.length & (BLOCK_BYTES - 1);
  return missing === 0 ? chunk : Buffer.concat([chunk, Buffer.alloc(missing)]);
}

function numbered(number: number): string {
  return String(number).padStart(5, "0");
}
