import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { proportionalSetSize, treeOf } from "../memory";

/** One set-up of a fresh clone. */
export interface SetUp {
  seconds: number;
  /** The seconds of each step, by the name that set-up prints. */
  steps: Map<string, number>;
  /** User and system time of set-up and everything it starts. */
  processorSeconds: number;
  /** The most that its processes held at once, as proportional set size, looked at twice a second. */
  peakBytes: number;
}

const TICKS_PER_SECOND = 100;
const LOOK_MILLISECONDS = 500;

/** Clones this repository, without uncommitted changes. */
export function clone(folder: string): string {
  const checkout = join(folder, "checkout");
  execFileSync("git", ["clone", "--quiet", process.cwd(), checkout]);
  return checkout;
}

/** Runs the steps before `npm start` by the machine's own Node, as npm does. Throws when it fails. */
export async function setUp(checkout: string, command = "start"): Promise<SetUp> {
  const [startedAt, usedBefore] = [performance.now(), childrenSeconds()];
  const child = spawn("node", ["bin/setup.mjs", command], { cwd: checkout, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  let peakBytes = 0;
  const looking = setInterval(() => {
    const bytes = treeOf(child.pid ?? 0).reduce((sum, { pid }) => sum + proportionalSetSize(pid), 0);
    peakBytes = Math.max(peakBytes, bytes);
  }, LOOK_MILLISECONDS);
  const [code] = await once(child, "close");
  clearInterval(looking);
  if (code !== 0) throw new Error(`Set-up ended with ${code}:\n${printed}`);
  const lines = [...printed.matchAll(/^([^:\n]+): ([\d.]+) s$/gm)];
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    steps: new Map(lines.map(([, name = "", seconds]) => [name, Number(seconds)])),
    processorSeconds: childrenSeconds() - usedBefore,
    peakBytes,
  };
}

/** Returns the processor time of the ended children of this process, and of theirs (proc_pid_stat(5)). */
function childrenSeconds(): number {
  const text = readFileSync("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Returns the bytes that a folder takes of the disk. Node's own walk follows the links by which .next refers to packages. */
export function diskBytes(folder: string): number {
  return Number.parseInt(execFileSync("du", ["-s", "--block-size=1", folder], { encoding: "utf8" }), 10);
}

export function packageCount(checkout: string): number {
  const text = readFileSync(join(checkout, "node_modules", ".package-lock.json"), "utf8");
  return Object.keys(JSON.parse(text).packages).length;
}
