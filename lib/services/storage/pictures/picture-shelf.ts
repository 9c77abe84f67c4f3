import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { succeeds } from "@/lib/core/succeeds";

/** A deleted picture is gone from here too after this time. */
const KEEP_MILLISECONDS = 7 * 86_400_000;
/** No picture takes so long to make, so that its process has ended. */
const ABANDONED_MILLISECONDS = 3_600_000;
const UNFINISHED = "unfinished";

/**
 * Made pictures of one project, as files in a folder of its own. Those that were not asked for longest give way to new
 * ones. Processes that share the folder each count the pictures they have seen.
 */
export class PictureShelf {
  readonly #folder: string;
  readonly #kept: LRUCache<string, number>;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#kept = new LRUCache<string, number>({
      maxSize: maxBytes,
      ttl: KEEP_MILLISECONDS,
      ttlAutopurge: true,
      sizeCalculation: (bytes) => Math.max(1, bytes),
      dispose: (_, name, reason) => {
        if (reason !== "set") void rm(join(folder, name), { force: true });
      },
    });
  }

  /** Takes over the pictures that earlier processes left, the oldest first. */
  static async open(folder: string, maxBytes: number): Promise<PictureShelf> {
    const unfinished = join(folder, UNFINISHED);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    for (const { name, age } of await filesIn(unfinished)) {
      if (age > ABANDONED_MILLISECONDS) await rm(join(unfinished, name), { force: true });
    }
    const shelf = new PictureShelf(folder, maxBytes);
    const files = await filesIn(folder);
    for (const { name, bytes, age } of files.sort((a, b) => b.age - a.age)) {
      shelf.#kept.set(name, bytes, { start: performance.now() - age });
    }
    return shelf;
  }

  /** Returns the path of a picture that is kept, which counts as asked for now. */
  async find(name: string): Promise<string | null> {
    if (this.#kept.get(name) === undefined) return null;
    const path = join(this.#folder, name);
    const isThere = await succeeds(access(path));
    return isThere ? path : null;
  }

  /** Returns a path for a file that is not finished yet; such files are removed some time after a crash. */
  unfinished(name: string): string {
    return join(this.#folder, UNFINISHED, name);
  }

  /** Keeps a finished file, and returns its path. */
  async keep(file: string, name: string): Promise<string> {
    const { size } = await stat(file);
    const path = join(this.#folder, name);
    await rename(file, path);
    this.#kept.set(name, size);
    return path;
  }
}

interface FoundFile {
  name: string;
  bytes: number;
  /** Milliseconds since it was written. */
  age: number;
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => null);
      return facts?.isFile() ? [{ name, bytes: facts.size, age: Date.now() - facts.mtimeMs }] : [];
    }),
  );
  return found.flat();
}
