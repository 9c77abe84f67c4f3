import { readFileSync } from "node:fs";
import type { KillableService } from "../faults/service";
import { treeOf } from "../memory";
import type { Table } from "../report";
import { median } from "../statistics";

const MIB = 1024 ** 2;
/** The growth over a whole run that is no leak: caches of code that has run once more. */
const GROWTH = { share: 0.1, bytes: 8 * MIB };

/** The memory of each component by its name, without files and without memory shared between processes. */
export type Memory = ReadonlyMap<string, number>;

export function memoryOf(service: KillableService): Memory {
  const bytes = [...service.parts()].map(([part, pid]): [string, number] => {
    const pids = part.endsWith("postmaster") ? treeOf(pid).map((process) => process.pid) : [pid];
    return [part, pids.reduce((sum, each) => sum + anonymousBytes(each), 0)];
  });
  return new Map([...bytes, ["supervisor", anonymousBytes(service.supervisorPid)]]);
}

export interface Rest {
  seconds: number;
  memory: Memory;
}

/** Fits a line through the memory at rest, and compares its ends. */
export function memoryTable(rests: readonly Rest[]): Table {
  const names = [...new Set(rests.flatMap(({ memory }) => [...memory.keys()]))];
  const rows = names.map((name) => {
    const points = rests.flatMap(({ seconds, memory }) => {
      const bytes = memory.get(name);
      return bytes === undefined ? [] : [{ seconds, bytes }];
    });
    const values = points.map(({ bytes }) => bytes);
    const [first = 0, last = 0] = [values[0], values.at(-1)];
    const growth = slopeOf(points) * ((points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0));
    const most = first * GROWTH.share + GROWTH.bytes;
    const cells = [first, median(values), Math.max(...values), last, growth, most].map(mebibytes);
    return [name, String(points.length), ...cells, growth <= most ? "yes" : "no"];
  });
  return {
    title: "Memory of its own at rest, after a collection",
    columns: ["Component", "Rests", "First", "Median", "Most", "Last", "Growth over the run", "Goal ≤", "Met"],
    rows,
  };
}

/** Returns the growth in bytes per second, by least squares. */
function slopeOf(points: readonly { seconds: number; bytes: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ seconds }) => seconds)), mean(points.map(({ bytes }) => bytes))];
  const spread = points.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, { seconds, bytes }) => sum + (seconds - x) * (bytes - y), 0) / spread;
}

const mebibytes = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

/** 0 when the process has just ended. */
function anonymousBytes(pid: number): number {
  try {
    return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
