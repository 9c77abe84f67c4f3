import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";

/** Returns the facts that a figure depends on besides the code, as they are when a run begins. */
export function machineFacts(): Record<string, string> {
  return {
    Date: new Date().toISOString().slice(0, 16).replace("T", " ").concat(" UTC"),
    Commit: commit(),
    CPU: `${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores`,
    Memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    Kernel: `${process.platform} ${release()}, ${process.arch}`,
    Node: process.version,
    "Load average before": (loadavg()[0] ?? 0).toFixed(2),
  };
}

/** The type of the file system that holds a path, as the kernel names it. */
export function fileSystemOf(path: string): string {
  const { dev } = statSync(path);
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  for (const line of readFileSync("/proc/self/mountinfo", "utf8").split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    if (before.split(" ")[2] === device) return after.split(" ")[0] ?? "unknown";
  }
  return "unknown";
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", ":!docs").trim() !== "";
    return `${git("rev-parse", "--short=12", "HEAD").trim()}${changed ? " and changes not committed" : ""}`;
  } catch {
    return "unknown";
  }
}
