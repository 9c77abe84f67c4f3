import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "@/lib/core/error-code";
import { openRange } from "@/lib/core/open-range";
import { OperatorError } from "@/lib/core/operator-error";
import type { BackupPlace, PlacedFile } from "@/lib/core/ports/backup-place";

/** The prefix of files that a killed process has left; they are never listed. */
const UNFINISHED = ".unfinished-";

/** Keeps backups in a folder, such as one of another machine that is mounted here. */
export class FolderPlace implements BackupPlace {
  readonly name: string;

  constructor(folder: string) {
    this.name = folder;
  }

  async put(name: string, bytes: Readable): Promise<void> {
    const path = join(this.name, name);
    const temporary = join(dirname(path), `${UNFINISHED}${randomBytes(6).toString("hex")}`);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(bytes, createWriteStream(temporary, { mode: 0o600, flush: true }));
      await rename(temporary, path);
      await flushFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw this.#explain(error);
    }
  }

  async read(name: string): Promise<Readable> {
    return openRange(join(this.name, name)).catch((error) => Promise.reject(this.#explain(error)));
  }

  async list(prefix: string): Promise<PlacedFile[]> {
    try {
      const entries = await readdir(join(this.name, prefix), { withFileTypes: true, recursive: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(UNFINISHED));
      const found = await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          const info = await stat(path).catch(() => null);
          return info && { name: path.slice(this.name.length + 1), bytes: info.size, modifiedAt: info.mtime };
        }),
      );
      return found.filter((file) => file !== null).sort((one, other) => (one.name < other.name ? -1 : 1));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw this.#explain(error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.name, name), { force: true }).catch((error) => Promise.reject(this.#explain(error)));
  }

  async removeAll(prefix: string): Promise<void> {
    const folder = join(this.name, prefix);
    await rm(folder, { recursive: true, force: true }).catch((error) => Promise.reject(this.#explain(error)));
  }

  #explain(error: unknown): unknown {
    const code = codeOf(error);
    const sentence =
      code === "ENOSPC" || code === "EDQUOT"
        ? `The disk that holds the backups in ${this.name} is full: free some space, or keep fewer days.`
        : code === "EACCES" || code === "EPERM" || code === "EROFS"
          ? `The folder for backups ${this.name} can't be used by this user (${code}).`
          : code === "ENOTDIR" || code === "EEXIST"
            ? `The place for backups ${this.name} isn't a folder.`
            : null;
    return sentence === null ? error : new OperatorError(sentence, { cause: error });
  }
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
