import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Linux counts processor time in hundredths of a second for every architecture (USER_HZ, proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;
/**
 * A title is `postgres: role database address state`, with the cluster's name before the role where it has one. A role
 * in a customer's database is the customer's unless it is known as the service's or the operator's.
 */
const SESSION_TITLE = /^postgres: (?:[^ ]*: )?([^ ]+) (db_[0-9a-z]{20}) \S+ ?([^\0]*)/;

/** One server process that works for a customer, as the operating system sees it. */
export interface CustomerProcess {
  pid: number;
  roleName: string;
  databaseId: string;
  /** The word PostgreSQL puts into the title, such as `idle in transaction` or `SELECT`. */
  activity: string;
  anonymousBytes: number;
  cpuSeconds: number;
  writtenBytes: number;
  /** Whether it used the processor since the look before, or is new. */
  hasWorked: boolean;
}

/**
 * Reads the server processes of customers from /proc, and remembers the values that an idle process does not change.
 */
export class CustomerProcesses {
  readonly #dataDirectory: string;
  readonly #isOwn: (roleName: string) => boolean;
  #seen = new Map<number, CustomerProcess & { startedAt: string }>();

  /** `isOwn` tells the roles of the service and of operators; it is asked anew at each use. */
  constructor(dataDirectory: string, isOwn: (roleName: string) => boolean) {
    this.#dataDirectory = dataDirectory;
    this.#isOwn = isOwn;
  }

  /** The processes that `read` found last. */
  get last(): CustomerProcess[] {
    return [...this.#seen.values()].filter(({ roleName }) => !this.#isOwn(roleName));
  }

  /** Returns an empty list while the server is down. */
  read(): CustomerProcess[] {
    const found = new Map<number, CustomerProcess & { startedAt: string }>();
    for (const pid of this.#children()) {
      const process = this.#readOne(pid);
      if (process) found.set(pid, process);
    }
    this.#seen = found;
    return this.last;
  }

  #children(): number[] {
    const postmaster = Number(readOrNull(join(this.#dataDirectory, "postmaster.pid"))?.split("\n")[0]);
    if (!Number.isSafeInteger(postmaster) || postmaster < 2) return [];
    const children = readOrNull(`/proc/${postmaster}/task/${postmaster}/children`) ?? "";
    return children.split(" ").filter(Boolean).map(Number);
  }

  #readOne(pid: number): (CustomerProcess & { startedAt: string }) | null {
    const title = SESSION_TITLE.exec(readOrNull(`/proc/${pid}/cmdline`) ?? "");
    const stat = readOrNull(`/proc/${pid}/stat`);
    const [, roleName, databaseId, activity] = title ?? [];
    if (stat === null || roleName === undefined || databaseId === undefined || activity === undefined) return null;
    // The fields are counted from after the name, which may hold spaces: state is the first (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    const startedAt = fields[19] ?? "";
    const before = this.#seen.get(pid);
    const isUnchanged = before?.startedAt === startedAt && before.cpuSeconds === cpuSeconds;
    const use = isUnchanged ? before : readUse(pid);
    return {
      ...{ pid, roleName, databaseId, startedAt, cpuSeconds, activity: activity.trim() },
      ...{ anonymousBytes: use.anonymousBytes, writtenBytes: use.writtenBytes, hasWorked: !isUnchanged },
    };
  }
}

/** Returns whether the process still works for this customer: another one may have its number by now. */
export function isStill({ pid, roleName, databaseId }: CustomerProcess): boolean {
  const title = SESSION_TITLE.exec(readOrNull(`/proc/${pid}/cmdline`) ?? "");
  return title?.[1] === roleName && title[2] === databaseId;
}

function readUse(pid: number): { anonymousBytes: number; writtenBytes: number } {
  const status = readOrNull(`/proc/${pid}/status`) ?? "";
  const io = readOrNull(`/proc/${pid}/io`) ?? "";
  return {
    anonymousBytes: Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    writtenBytes: Number(/^write_bytes: (\d+)$/m.exec(io)?.[1] ?? 0),
  };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
