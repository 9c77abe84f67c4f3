import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A database whose files take long to count is counted more rarely, so that counting takes a twentieth of the time. */
const PAUSE_PER_COST = 20;
const IDLE_PAUSE_MILLISECONDS = 300_000;
/** The time of one look that is spent on databases in which nobody is active. */
const IDLE_BUDGET_MILLISECONDS = 20;

export interface DatabaseSize {
  databaseId: string;
  bytes: number;
}

interface Measured {
  bytes: number;
  at: number;
  cost: number;
}

/** Measures databases by the files in their folders, as `pg_database_size` does, without a session in them. */
export class DatabaseSizes {
  readonly #base: string;
  readonly #measured = new Map<string, Measured>();
  /** Databases in which somebody was active since they were last measured. */
  readonly #changed = new Set<string>();

  constructor(dataDirectory: string) {
    this.#base = join(dataDirectory, "base");
  }

  /** Returns the sizes that are new. `folders` maps each database to the name of its folder, its oid. */
  measure(folders: ReadonlyMap<string, string>, active: ReadonlySet<string>): DatabaseSize[] {
    for (const id of active) this.#changed.add(id);
    for (const known of [this.#measured, this.#changed])
      for (const id of known.keys()) if (!folders.has(id)) known.delete(id);
    const startedAt = performance.now();
    const due = [...folders].filter(([id]) => this.#isDue(id));
    const inUse = due.filter(([id]) => this.#changed.has(id));
    const idle = due.filter(([id]) => !this.#changed.has(id)).sort(([a], [b]) => this.#lastAt(a) - this.#lastAt(b));
    const sizes = inUse.map((entry) => this.#measure(entry));
    for (const entry of idle) {
      if (performance.now() - startedAt > IDLE_BUDGET_MILLISECONDS) break;
      sizes.push(this.#measure(entry));
    }
    return sizes;
  }

  #measure([databaseId, folder]: readonly [string, string]): DatabaseSize {
    const startedAt = performance.now();
    const bytes = bytesIn(join(this.#base, folder));
    const at = performance.now();
    this.#measured.set(databaseId, { bytes, at, cost: at - startedAt });
    this.#changed.delete(databaseId);
    return { databaseId, bytes };
  }

  #isDue(databaseId: string): boolean {
    const last = this.#measured.get(databaseId);
    if (!last) return true;
    const pause = this.#changed.has(databaseId) ? last.cost * PAUSE_PER_COST : IDLE_PAUSE_MILLISECONDS;
    return performance.now() - last.at >= pause;
  }

  #lastAt(databaseId: string): number {
    return this.#measured.get(databaseId)?.at ?? 0;
  }
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const file of namesIn(folder)) {
    // A file that is dropped meanwhile has no size any more.
    bytes += lstatSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Returns the bytes of temporary files by the process that made them, which PostgreSQL puts into the name. */
export function temporaryBytesByPid(dataDirectory: string): Map<number, number> {
  const folder = join(dataDirectory, "base", "pgsql_tmp");
  const bytes = new Map<number, number>();
  for (const name of namesIn(folder)) {
    const pid = Number(/^pgsql_tmp(\d+)\./.exec(name)?.[1]);
    if (!pid) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const size = found?.isDirectory() ? bytesIn(path) : (found?.size ?? 0);
    bytes.set(pid, (bytes.get(pid) ?? 0) + size);
  }
  return bytes;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
