import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect } from "vitest";

/** The interval at which a test looks for a fact that lasts only a moment. */
const CLOSELY = { interval: 5 };

export interface SupervisedService {
  child: ChildProcess;
  output: () => string;
  exitCode: Promise<number | null>;
}

/** Starts a program of the service in a session of its own and collects its output. */
export function startSupervised(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): SupervisedService {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const exitCode = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, exitCode };
}

export async function untilServing({ output, exitCode }: SupervisedService): Promise<void> {
  const ended = exitCode.then((code) => {
    throw new Error(`The service ended with ${code}: ${output()}`);
  });
  await Promise.race([expect.poll(output).toContain("Ctrl-C stops it"), ended]);
}

export interface FoundProcess {
  pid: number;
  /** The arguments, with a space between them. */
  command: string;
  workingFolder: string;
  environment: string;
}

/** Returns the processes of this user that `matches` accepts. */
export function findProcesses(matches: (process: FoundProcess) => boolean): FoundProcess[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const found = readProcess(Number(name));
      return matches(found) ? [{ ...found }] : [];
    } catch {
      // It ended while this was looking, or belongs to somebody else.
      return [];
    }
  });
}

/** Reads of a process only the parts that are asked for: a test may look at all processes every few milliseconds. */
function readProcess(pid: number): FoundProcess {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8").replaceAll("\0", " ");
  return {
    pid,
    get command() {
      return read("cmdline");
    },
    get workingFolder() {
      return readlinkSync(`/proc/${pid}/cwd`);
    },
    get environment() {
      return read("environ");
    },
  };
}

/** Resolves to the processes as soon as there is one. */
export async function untilProcess(matches: (process: FoundProcess) => boolean): Promise<FoundProcess[]> {
  let found: FoundProcess[] = [];
  const look = () => {
    found = findProcesses(matches);
    return found.length;
  };
  await expect.poll(look, CLOSELY).toBeGreaterThan(0);
  return found;
}
