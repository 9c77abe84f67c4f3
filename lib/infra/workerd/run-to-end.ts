import { execFile } from "node:child_process";
import { setImmediate } from "node:timers/promises";

/** The probe went on for longer than it may, which says nothing about the machine. */
export class UnansweredProbe extends Error {
  override readonly name = "UnansweredProbe";
}

export interface RunOptions {
  /** A user to run as. */
  uid?: number;
  gid?: number;
  patienceMilliseconds: number;
}

export interface Ended {
  isSuccess: boolean;
  output: string;
}

/** So many turns of the event loop, and what came before a timer has been read. */
const TURNS = 10;

/**
 * Runs a program of the machine to its end, without the environment. An end counts whenever it came: this process may
 * have been too busy to see it in time. Throws `UnansweredProbe` when there is none.
 */
export async function runToEnd(
  file: string,
  args: readonly string[],
  { patienceMilliseconds, ...identity }: RunOptions,
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const options = { env: {} as NodeJS.ProcessEnv, cwd: "/", ...identity };
  let hasEnded = false;
  const child = execFile(file, args, options, (error, output) => {
    hasEnded = true;
    resolve({ isSuccess: error === null, output });
  });
  const giveUp = async () => {
    for (let turn = 0; turn < TURNS && !hasEnded; turn += 1) await setImmediate();
    if (hasEnded) return;
    reject(new UnansweredProbe(`${file} didn't end within ${patienceMilliseconds} ms`));
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => void giveUp(), patienceMilliseconds);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
