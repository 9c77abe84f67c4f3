import { readdir, readFile, readlink, realpath, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "@/lib/core/operator-error";
import { readFileIfPresent } from "./durable-file";

const PATIENCE_MILLISECONDS = 8_000;

/**
 * Ends PostgreSQL processes of this cluster that outlived a supervisor killed with SIGKILL. A process belongs to the
 * cluster when its working folder is the cluster's data folder and it runs as that folder's owner.
 */
export async function stopLeftoverProcesses(dataDirectory: string, log: (line: string) => void): Promise<void> {
  const recorded = await recordedPostmaster(dataDirectory);
  let leftover = await processesOf(dataDirectory);
  if (leftover.length > 0) {
    log(`Stopping PostgreSQL processes left behind in ${dataDirectory} by an earlier run.`);
    if (recorded !== null && leftover.includes(recorded)) signal(recorded, "SIGINT");
    leftover = await waitUntilGone(dataDirectory);
    for (const pid of leftover) signal(pid, "SIGKILL");
    if (leftover.length > 0) leftover = await waitUntilGone(dataDirectory);
    if (leftover.length > 0) {
      throw new OperatorError(
        `PostgreSQL processes of an earlier run (pid ${leftover.join(", ")}) don't stop. Stop them yourself.`,
      );
    }
  }
  // PostgreSQL clears a stale file itself, unless another program has the process id now, or the file is empty.
  if (recorded === null || isAlive(recorded)) await rm(join(dataDirectory, "postmaster.pid"), { force: true });
}

async function waitUntilGone(dataDirectory: string): Promise<number[]> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const alive = await processesOf(dataDirectory);
    if (alive.length === 0 || performance.now() > deadline) return alive;
    await delay(20);
  }
}

async function recordedPostmaster(dataDirectory: string): Promise<number | null> {
  const text = await readFileIfPresent(join(dataDirectory, "postmaster.pid"));
  const pid = Number(text?.split("\n")[0]);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

async function processesOf(dataDirectory: string): Promise<number[]> {
  const folder = await realpath(dataDirectory);
  const owner = (await stat(folder)).uid;
  const candidates = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const checked = await Promise.all(
    candidates.map(async (pid) => {
      try {
        if ((await readlink(`/proc/${pid}/cwd`)) !== folder || (await stat(`/proc/${pid}`)).uid !== owner) return null;
        return isZombie(await readFile(`/proc/${pid}/stat`, "utf8")) ? null : Number(pid);
      } catch {
        return null;
      }
    }),
  );
  return checked.filter((pid) => pid !== null);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isZombie(status: string): boolean {
  return status.slice(status.lastIndexOf(")") + 2).startsWith("Z");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in between.
  }
}
