import { execFile } from "node:child_process";
import { startPatience } from "@/lib/core/patience";

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
  /** The program's standard error. */
  errors: string;
}

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
  const child = execFile(file, args, options, (error, output, errors) => {
    resolve({ isSuccess: error === null, output, errors });
  });
  const endPatience = startPatience(patienceMilliseconds, () => {
    reject(new UnansweredProbe(`${file} didn't end within ${patienceMilliseconds} ms`));
    child.kill("SIGKILL");
  });
  try {
    return await promise;
  } finally {
    endPatience();
  }
}
