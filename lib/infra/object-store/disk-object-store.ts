import { createReadStream } from "node:fs";
import { access, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { KeptBytes, ObjectStore } from "@/lib/core/ports/object-store";

/** Ids are random in their last characters, which spread the files over 1,296 folders. */
const FOLDER_CHARACTERS = 2;

/** Keeps each object's bytes in a file that is called by their id, below one folder. */
export class DiskObjectStore implements ObjectStore {
  readonly #kept: string;
  readonly #staged: string;

  constructor(folder: string) {
    this.#kept = join(folder, "kept");
    this.#staged = join(folder, "staged");
  }

  async stagedFile(uploadId: string): Promise<string> {
    await makeFolder(this.#staged);
    return join(this.#staged, uploadId);
  }

  async adopt(stagedFile: string, bytesId: string): Promise<void> {
    const file = this.#fileOf(bytesId);
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
    return access(this.#fileOf(bytesId)).then(
      () => true,
      () => false,
    );
  }

  async read(bytesId: string): Promise<Readable> {
    return createReadStream(this.#fileOf(bytesId));
  }

  async locate(bytesId: string): Promise<{ file: string }> {
    return { file: this.#fileOf(bytesId) };
  }

  remove(bytesId: string): Promise<void> {
    return rm(this.#fileOf(bytesId), { force: true });
  }

  async *list(): AsyncIterable<KeptBytes> {
    for await (const folder of namesIn(this.#kept)) yield* filesIn(join(this.#kept, folder));
  }

  discardStaged(uploadId: string): Promise<void> {
    return rm(join(this.#staged, uploadId), { force: true });
  }

  listStaged(): AsyncIterable<KeptBytes> {
    return filesIn(this.#staged);
  }

  #fileOf(bytesId: string): string {
    return join(this.#kept, bytesId.slice(-FOLDER_CHARACTERS), bytesId);
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Waits until the disk has a file's bytes, or a folder's entries. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

async function* filesIn(folder: string): AsyncIterable<KeptBytes> {
  for await (const id of namesIn(folder)) {
    const found = await stat(join(folder, id)).catch(() => null);
    if (found?.isFile()) yield { id, modifiedAt: found.mtime };
  }
}

async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for await (const { name } of entries) yield name;
}
