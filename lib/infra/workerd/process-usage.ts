import { readFile } from "node:fs/promises";

const PAGE_BYTES = 4_096;
/** The unit of times in /proc, the same on every Linux that Node runs on. */
const TICK_MILLISECONDS = 10;

export interface ProcessUsage {
  residentBytes: number;
  /** Without what it shares with others, such as the program itself. */
  privateBytes: number;
  /** The processor time that the process has used since it started. */
  processorMilliseconds: number;
}

/** Returns what a process and all that it started use; `null` where it is gone. */
export async function usageOf(pid: number): Promise<ProcessUsage | null> {
  const own = await usageOfOne(pid);
  if (!own) return null;
  const children = await Promise.all((await childrenOf(pid)).map(usageOf));
  return children.filter((each) => each !== null).reduce(sum, own);
}

async function usageOfOne(pid: number): Promise<ProcessUsage | null> {
  try {
    const [statm, stat] = await Promise.all([
      readFile(`/proc/${pid}/statm`, "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    const [, resident = 0, shared = 0] = statm.split(" ").map(Number);
    // The name of a program, in parentheses, may hold anything; user and system time are the 12th and 13th behind it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      residentBytes: resident * PAGE_BYTES,
      privateBytes: (resident - shared) * PAGE_BYTES,
      processorMilliseconds: (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS,
    };
  } catch {
    return null;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}

function sum(one: ProcessUsage, other: ProcessUsage): ProcessUsage {
  return {
    residentBytes: one.residentBytes + other.residentBytes,
    privateBytes: one.privateBytes + other.privateBytes,
    processorMilliseconds: one.processorMilliseconds + other.processorMilliseconds,
  };
}
