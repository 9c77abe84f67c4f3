import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type LoadRequest, runLoad } from "../load-job";
import { treeOf } from "../memory";
import type { Table } from "../report";

const MICROSECONDS_OF_TICK = 10_000;
const CONNECTIONS = 16;

export interface Side {
  name: string;
  url: string;
  requests: LoadRequest[];
  /** The process that answers, and those below it. */
  pid: number;
}

/** Measures the processor time, system calls included, that each process spends on a request. */
export async function processorTimeTable(sides: readonly Side[], dataFolder: string, seconds: number): Promise<Table> {
  const [control, customers] = ["control", "host-1"].map((name) => postmasterOf(dataFolder, name)) as [number, number];
  const rows: string[][] = [];
  for (const { name, url, requests, pid } of sides) {
    const measured = [pid, control, customers, process.pid];
    const before = measured.map(microsecondsOf);
    const { answers } = await runLoad({ url, requests, connections: CONNECTIONS, seconds });
    const each = measured.map((root, index) => (microsecondsOf(root) - (before[index] ?? 0)) / answers);
    const all = each.reduce((sum, one) => sum + one, 0);
    rows.push([name, ...[...each, all].map((one) => `${Math.round(one)} µs`)]);
  }
  return {
    title: `Processor time of a \`select 1\` over ${CONNECTIONS} connections, one round of ${seconds} s`,
    columns: ["Side", "Answers it", "Control plane's cluster", "Customers' cluster", "Sends it", "All"],
    rows,
  };
}

function postmasterOf(dataFolder: string, cluster: string): number {
  return Number.parseInt(readFileSync(join(dataFolder, "postgres", cluster, "data", "postmaster.pid"), "utf8"), 10);
}

/** The time of a process, of those below it, and of the ones below it that have ended. */
function microsecondsOf(root: number): number {
  // This process's own children are not below it all the time: only those that have ended count.
  const pids = root === process.pid ? [root] : treeOf(root).map(({ pid }) => pid);
  const ticks = pids.flatMap((pid) => timesOf(pid));
  return ticks.reduce((sum, time) => sum + time, 0) * MICROSECONDS_OF_TICK;
}

/** User, system, and both of the children that have ended. Empty when the process has just ended. */
function timesOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
  } catch {
    return [];
  }
}
