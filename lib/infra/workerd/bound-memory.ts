import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { treeOf } from "./process-usage";

const run = promisify(execFile);

/**
 * Has the kernel refuse a process more memory than this beyond its present size (`RLIMIT_DATA`), however rarely the
 * watchdog gets to look. It is set after the start: the engine reserves half a gigabyte then, of which it uses little.
 * `user` owns the process, since no one else may set it. Without `prlimit`, the watchdog is alone.
 */
export async function boundMemory(pid: number, bytes: number, user: number | null): Promise<void> {
  // The launcher comes first, and has nothing to do with the runtime any more.
  const runtime = treeOf(pid).at(-1) ?? pid;
  const had = dataOf(runtime);
  if (had === null) return;
  const identity = user === null ? {} : { uid: user, gid: user };
  await run("prlimit", ["--pid", String(runtime), `--data=${had + bytes}`], identity).catch(() => undefined);
}

function dataOf(pid: number): number | null {
  try {
    const kibibytes = /^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1_024;
  } catch {
    return null;
  }
}
