import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** The memory that one process holds, and the processor time that it used while it was watched. */
export interface ProcessFigures {
  pid: number;
  name: string;
  /** The proportional set size: pages that several processes share are divided among them. */
  pssMib: number;
  /** Of one core. */
  processorPercent: number;
}

const TICKS_PER_SECOND = 100;

/**
 * Watches a process and all that descend from it for some seconds. Returns a line for each of those that are there at the
 * end, with PostgreSQL's backends by their titles.
 */
export async function measureIdle(supervisorPid: number, seconds: number): Promise<ProcessFigures[]> {
  const before = new Map(familyOf(supervisorPid).map((pid) => [pid, ticksOf(pid)]));
  await delay(seconds * 1000);
  return familyOf(supervisorPid).map((pid) => ({
    pid,
    name: nameOf(pid),
    pssMib: pssOf(pid) / 1024,
    processorPercent: ((ticksOf(pid) - (before.get(pid) ?? 0)) / TICKS_PER_SECOND / seconds) * 100,
  }));
}

function familyOf(root: number): number[] {
  const parents = new Map(
    readdirSync("/proc").flatMap((name): [number, number][] => {
      const parent = /^\d+$/.test(name) ? statOf(Number(name))[1] : undefined;
      return parent === undefined ? [] : [[Number(name), Number(parent)]];
    }),
  );
  const belongs = (pid: number): boolean => pid === root || (parents.has(pid) && belongs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(belongs);
}

/** Returns the fields of /proc/<pid>/stat from the state on (proc_pid_stat(5)); none of a process that is gone. */
function statOf(pid: number): string[] {
  const text = read(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function ticksOf(pid: number): number {
  const fields = statOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
}

function nameOf(pid: number): string {
  const role = /(?:^|\0)COPPICE_ROLES=([^\0]*)/.exec(read(pid, "environ"))?.[1];
  const command = read(pid, "cmdline").replaceAll("\0", " ").trim();
  if (!command.includes("server.js")) return command.slice(0, 80);
  if (command.includes("--host-guard")) return "host guard";
  return role ?? "supervisor";
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
