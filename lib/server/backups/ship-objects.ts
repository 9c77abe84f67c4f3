import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@/lib/core/error-code";
import { openRange } from "@/lib/core/open-range";
import type { Pace } from "./pace";
import type { BackupRepository } from "./repository";

const PREFIX = "objects/";

interface KeptObject {
  id: string;
  bytes: number;
  modifiedAt: Date;
}

/** Returns the file of the repository that has an object's bytes, which never change. */
export function objectName(id: string): string {
  return `${PREFIX}${id.slice(-2)}/${id}`;
}

export async function listObjects(repository: BackupRepository): Promise<KeptObject[]> {
  const files = await repository.list(PREFIX);
  return files.map(({ name, ...rest }) => ({ id: name.slice(name.lastIndexOf("/") + 1), ...rest }));
}

/**
 * Copies the bytes of objects and functions that the repository lacks. A folder that has not changed since the last look
 * is not read again.
 */
export class ObjectShipper {
  readonly #kept: string;
  readonly #repository: BackupRepository;
  readonly #seen = new Map<string, number>();
  readonly #pace: Pace | null;
  #copied: Set<string> | null = null;
  #last: Promise<number> = Promise.resolve(0);
  /** The bytes that were kept before are in the repository. */
  wholeBefore = new Date(0);

  constructor(dataDir: string, repository: BackupRepository, pace: Pace | null) {
    this.#pace = pace;
    this.#kept = join(dataDir, "objects", "kept");
    this.#repository = repository;
  }

  /** Returns how many were copied. Calls take turns, as two at a time would copy the same objects. */
  ship(): Promise<number> {
    this.#last = this.#last.catch(() => 0).then(() => this.#ship());
    return this.#last;
  }

  async #ship(): Promise<number> {
    const begunAt = new Date();
    this.#copied ??= new Set((await listObjects(this.#repository)).map(({ id }) => id));
    let count = 0;
    for (const folder of await namesIn(this.#kept)) {
      const path = join(this.#kept, folder);
      const changedAt = (await stat(path)).mtimeMs;
      if (this.#seen.get(folder) === changedAt) continue;
      for (const id of await namesIn(path)) {
        if (this.#copied.has(id) || !(await this.#copy(join(path, id), id))) continue;
        this.#copied.add(id);
        count += 1;
      }
      // A file that comes within the clock's own step leaves the time as it is.
      if (Date.now() - changedAt > 2_000) this.#seen.set(folder, changedAt);
    }
    this.wholeBefore = begunAt;
    return count;
  }

  /** Returns the ids of the objects kept now. */
  async list(): Promise<string[]> {
    const ids: string[] = [];
    for (const folder of await namesIn(this.#kept)) ids.push(...(await namesIn(join(this.#kept, folder))));
    return ids;
  }

  forget(id: string): void {
    this.#copied?.delete(id);
  }

  /** Returns false for one that was deleted meanwhile. */
  async #copy(path: string, id: string): Promise<boolean> {
    const bytes = await openRange(path).catch((error) => {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
    if (bytes !== null) await this.#repository.put(objectName(id), bytes, this.#pace);
    return bytes !== null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names: string[] = [];
    for await (const { name } of await opendir(folder)) names.push(name);
    return names;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
