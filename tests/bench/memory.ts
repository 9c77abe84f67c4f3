import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import type { CleanUp } from "./clean-up";

export interface MemoryUse {
  name: string;
  processes: number;
  /** Proportional set size: pages that several processes share are counted once over all of them. */
  bytes: number;
}

/**
 * Starts the service with `npm start` on a new data folder and leaves it alone; answers the memory of its processes
 * then.
 */
export async function measureIdleMemory(cleanUp: CleanUp, folder: string, idleSeconds: number): Promise<MemoryUse[]> {
  const environment = { ...process.env, PORT: String(await findFreePort([])), COPPICE_DATA_DIR: join(folder, "idle") };
  // Set-up has run before this program.
  const child = spawn("npm", ["start", "--ignore-scripts"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  cleanUp.add(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes("(Ctrl-C stops it)")) break;
  }
  child.stdout.resume();
  await delay(idleSeconds * 1_000);
  const uses = new Map<string, MemoryUse>();
  for (const { pid, name } of treeOf(child.pid ?? 0)) {
    const use = uses.get(name) ?? { name, processes: 0, bytes: 0 };
    uses.set(name, { name, processes: use.processes + 1, bytes: use.bytes + proportionalSetSize(pid) });
  }
  return [...uses.values()];
}

interface NamedProcess {
  pid: number;
  name: string;
}

/** A process and all below it; those that have no name of their own carry their parent's. */
export function treeOf(root: number): NamedProcess[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter(isNumber)
      .map((pid) => [Number(pid), parentOf(Number(pid))]),
  );
  const found: NamedProcess[] = [{ pid: root, name: "npm" }];
  for (const { pid, name } of found) {
    for (const [child, parent] of parents) {
      if (parent === pid) found.push({ pid: child, name: nameOf(child) ?? name });
    }
  }
  return found;
}

function nameOf(pid: number): string | null {
  const command = readProc(pid, "cmdline").replaceAll("\0", " ");
  if (command.includes("dist/server.js")) return roleOf(pid) ?? "supervisor";
  if (!command.includes("postgres")) return null;
  return /\/(control|host-1)\//.exec(command)?.[1]?.replace("host-1", "customers'").concat(" cluster") ?? null;
}

function roleOf(pid: number): string | null {
  return /(?:^|\0)COPPICE_ROLES=(\w+)/.exec(readProc(pid, "environ"))?.[1] ?? null;
}

const isNumber = (text: string) => /^\d+$/.test(text);

export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, "status"))?.[1] ?? 0);
}

export function proportionalSetSize(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(pid, "smaps_rollup"))?.[1] ?? 0) * 1_024;
}

/** Empty when the process has just ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
