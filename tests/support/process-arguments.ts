import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 1_000;

/** Collects the arguments of every process that descends from this one, once a second: any user of a machine sees them. */
export class ProcessArguments {
  readonly #seen = new Set<string>();
  readonly #timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();

  /** All that were seen, one process a line. */
  stop(): string {
    this.#sample();
    clearInterval(this.#timer);
    return [...this.#seen].join("\n");
  }

  #sample(): void {
    const parents = new Map<number, number>();
    for (const name of readdirSync("/proc")) {
      const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "";
      // The name of the program, in parentheses, may hold spaces and parentheses of its own.
      const parent = stat
        .slice(stat.lastIndexOf(")") + 1)
        .trim()
        .split(" ")[1];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    }
    for (const pid of parents.keys()) {
      if (isDescendant(pid, parents)) this.#seen.add(read(`/proc/${pid}/cmdline`).replaceAll("\0", " "));
    }
  }
}

function isDescendant(pid: number, parents: ReadonlyMap<number, number>): boolean {
  let at: number | undefined = pid;
  while (at !== undefined && at > 1) {
    if (at === process.pid) return true;
    at = parents.get(at);
  }
  return false;
}

/** A process may be gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
