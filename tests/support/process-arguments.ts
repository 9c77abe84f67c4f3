import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 1_000;
/** The shell of a guide's reader (tests/support/guides/reader.ts). */
const READERS_SHELL = /^bash\0[^\0]*\/coppice-guide-[^\0]*\0$/;
const READERS_TOOL = /(?:^|[/\0])(?:psql|pg_dump|pg_restore|curl)\0/;

/**
 * Collects the arguments of every process that descends from this one, once a second: any user of a machine sees them.
 * Readers of a guide hand the connection string to PostgreSQL's own tools and a key to curl, as everybody does on a
 * machine of their own.
 */
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
      const line = ancestorsOf(pid, parents);
      if (!line.includes(process.pid)) continue;
      const command = read(`/proc/${pid}/cmdline`);
      const isReaders =
        READERS_TOOL.test(command) && line.some((at) => READERS_SHELL.test(read(`/proc/${at}/cmdline`)));
      if (!isReaders) this.#seen.add(command.replaceAll("\0", " "));
    }
  }
}

/** The process itself, its parent, and so on. */
function ancestorsOf(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const line: number[] = [];
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) line.push(at);
  return line;
}

/** A process may be gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
