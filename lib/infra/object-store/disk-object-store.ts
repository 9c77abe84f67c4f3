import { access, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { openRange } from "@/lib/core/open-range";
import type { ByteRange, KeptBytes, ObjectStore } from "@/lib/core/ports/object-store";
import { placeOf } from "./place";
import { filesIn, makeFolder, namesIn, StagedFiles } from "./staged-files";

/** Keeps each object's bytes in a file that is called by their id, below one folder. */
export class DiskObjectStore implements ObjectStore {
  readonly ownerMark = null;
  readonly #kept: string;
  readonly #staged: StagedFiles;

  constructor(folder: string) {
    this.#kept = join(folder, "kept");
    this.#staged = new StagedFiles(join(folder, "staged"));
  }

  stagedFile(uploadId: string): Promise<string> {
    return this.#staged.pathOf(uploadId);
  }

  async adopt(stagedFile: string, bytesId: string): Promise<void> {
    const file = this.fileOf(bytesId);
    await makeFolder(dirname(file));
    await flush(stagedFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    try {
      await rename(stagedFile, file);
    } catch (error) {
      // The process may have ended right after the same move.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || !(await this.has(bytesId))) throw error;
    }
    await flush(dirname(file));
  }

  async has(bytesId: string): Promise<boolean> {
    return access(this.fileOf(bytesId)).then(
      () => true,
      () => false,
    );
  }

  read(bytesId: string, range?: ByteRange): Promise<Readable> {
    return openRange(this.fileOf(bytesId), range);
  }

  remove(bytesId: string): Promise<void> {
    return rm(this.fileOf(bytesId), { force: true });
  }

  async keepsVersions(): Promise<null> {
    return null;
  }

  async *list(): AsyncIterable<KeptBytes> {
    for await (const folder of namesIn(this.#kept)) yield* filesIn(join(this.#kept, folder));
  }

  discardStaged(uploadId: string): Promise<void> {
    return this.#staged.discard(uploadId);
  }

  listStaged(): AsyncIterable<KeptBytes> {
    return this.#staged.list();
  }

  fileOf(bytesId: string): string {
    return join(this.#kept, placeOf(bytesId));
  }
}

/** Waits until the disk has a file's bytes, or a folder's entries. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
