import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderPlace } from "@/lib/infra/backup-place/folder-place";
import { BLOCK_BYTES } from "@/lib/server/backups/blocks/block";
import { FileCopier } from "@/lib/server/backups/blocks/copy-files";
import { inFileOrder } from "@/lib/server/backups/blocks/file-order";
import { writeFiles } from "@/lib/server/backups/blocks/write-files";
import type { FileEntry } from "@/lib/server/backups/cluster-files";
import { EarlierBackups } from "@/lib/server/backups/earlier-backups";
import { type ClusterBackup, filesOf, writeManifest } from "@/lib/server/backups/manifest";
import { BackupRepository } from "@/lib/server/backups/repository";

type Files = Record<string, Buffer>;

const CHUNK_BLOCKS = 4;
const SYSTEM = "7";

/** Copies of files in a repository, without a cluster. Volumes have eight blocks. */
export class BlockCopies {
  readonly parent = mkdtempSync(join(tmpdir(), "coppice-blocks-"));
  readonly place = join(this.parent, "place");
  readonly repository = new BackupRepository(new FolderPlace(this.place), Buffer.alloc(32, 7));
  #count = 0;

  /** Makes the next copy, which may refer to those before. */
  async copy(files: Files, failedAt: Date | null = null): Promise<ClusterBackup> {
    this.#count += 1;
    const id = `copy-${this.#count}`;
    const earlier = (await EarlierBackups.read(this.repository, failedAt)).find("control", SYSTEM);
    const copier = new FileCopier({
      ...{ repository: this.repository, prefix: `base/${id}/control`, pace: null, earlier, volumeBlocks: 8 },
      ...{ onBytes: () => undefined, onVolume: () => undefined },
    });
    await copier.copy(entriesOf(files));
    const { volumes, index, ...sizes } = await copier.end();
    const at = new Date(this.#count * 1_000);
    const control: ClusterBackup = {
      ...{ systemIdentifier: SYSTEM, timeline: 1, startLsn: "0/1", stopLsn: "0/1", stoppedAt: at, ...sizes },
      volumes: volumes.map(({ name }) => name),
      blocks: { index, volumes: volumes.map(({ blocks, used }) => ({ blocks, used })) },
    };
    const clusters = { control, "host-1": control };
    const objects = { count: 0, isElsewhere: false };
    await writeManifest(this.repository, { id, startedAt: at, finishedAt: at, clusters, objects });
    return control;
  }

  /** Returns the files as a restore writes them. */
  async restore({ volumes, blocks }: ClusterBackup): Promise<Files> {
    const folder = mkdtempSync(join(this.parent, "restored-"));
    const index = blocks?.index ?? [];
    await writeFiles(
      { repository: this.repository, index, volumes },
      { folder, owner: null, onBytes: () => undefined },
    );
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const);
    return Object.fromEntries(await Promise.all(read));
  }

  /** The blocks that a copy has stored itself. */
  newBlocks(copy: ClusterBackup): number {
    const own = copy.blocks?.index[0]?.split("/")[1];
    const used = copy.volumes.map((name, at) => (name.split("/")[1] === own ? copy.blocks?.volumes[at]?.blocks : 0));
    return used.reduce<number>((sum, blocks) => sum + (blocks ?? 0), 0);
  }

  pathsOf(copy: ClusterBackup): string[] {
    return filesOf(copy).map((name) => join(this.place, name));
  }

  remove(): void {
    rmSync(this.parent, { recursive: true });
  }
}

async function* entriesOf(files: Files): AsyncIterable<FileEntry> {
  for (const [path, bytes] of Object.entries(files).sort(([one], [other]) => inFileOrder(one, other))) {
    yield { kind: "file", path, size: bytes.length, bytes: () => chunksOf(bytes), cloneTo: () => false };
  }
}

async function* chunksOf(bytes: Buffer): AsyncIterable<Buffer> {
  const size = CHUNK_BLOCKS * BLOCK_BYTES;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Returns blocks, each with a text of its own in all of its bytes. */
export function blocksOf(...texts: string[]): Buffer {
  return Buffer.concat(
    texts.map((text) => (text === "" ? Buffer.alloc(BLOCK_BYTES) : Buffer.alloc(BLOCK_BYTES, text))),
  );
}

/** Returns the blocks with another head each, as the copy of a page in a branch may have. */
export function withHeads(blocks: Buffer, head: string): Buffer {
  const changed = Buffer.from(blocks);
  for (let at = 0; at < changed.length; at += BLOCK_BYTES) changed.write(head.padEnd(10, "."), at);
  return changed;
}

/** Returns the texts `<prefix>0`, `<prefix>1` … of so many blocks. */
export function texts(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}${number} `);
}
