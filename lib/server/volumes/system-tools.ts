import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "@/lib/core/operator-error";
import { succeeds } from "@/lib/core/succeeds";

export async function mount(image: string, folder: string): Promise<void> {
  await run("mount", ["-t", "xfs", "-o", "loop,noatime,nodev,nosuid,noexec", image, folder]);
}

/** Runs a program of the system's and returns its output. Throws `OperatorError`. */
export async function run(command: string, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { env: toolEnvironment() })).stdout.trim();
  } catch (cause) {
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    if (/No space left on device/.test(output))
      throw new OperatorError("The volume or the disk below it is full.", { cause });
    throw new OperatorError(`${command} failed: ${output.split("\n")[0] || "it said nothing"}`, { cause });
  }
}

export async function isInstalled(program: string): Promise<boolean> {
  return succeeds(promisify(execFile)(program, ["-V"], { env: toolEnvironment() }));
}

/** Returns an environment whose path has the folders of administration programs, and whose messages are English. */
export function toolEnvironment() {
  const environment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };
  // Next's types demand NODE_ENV in every environment.
  return environment as unknown as NodeJS.ProcessEnv;
}

/** Returns whether the folder is a mount point: it lies on another device than the folder around it. */
export async function isMountPoint(folder: string): Promise<boolean> {
  if (!(await exists(folder))) return false;
  return (await stat(folder)).dev !== (await stat(dirname(folder))).dev;
}

export async function exists(path: string): Promise<boolean> {
  return succeeds(stat(path));
}
