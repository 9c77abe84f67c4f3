import { mkdir, opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeptBytes } from "@/lib/core/ports/object-store";

/** The files of this machine in which the bytes of uploads arrive, each called by its upload's id. */
export class StagedFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async pathOf(uploadId: string): Promise<string> {
    await makeFolder(this.#folder);
    return join(this.#folder, uploadId);
  }

  discard(uploadId: string): Promise<void> {
    return rm(join(this.#folder, uploadId), { force: true });
  }

  list(): AsyncIterable<KeptBytes> {
    return filesIn(this.#folder);
  }
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Lists the files right below a folder, which need not exist. */
export async function* filesIn(folder: string): AsyncIterable<KeptBytes> {
  for await (const id of namesIn(folder)) {
    const found = await stat(join(folder, id)).catch(() => null);
    if (found?.isFile()) yield { id, modifiedAt: found.mtime };
  }
}

export async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for await (const { name } of entries) yield name;
}
