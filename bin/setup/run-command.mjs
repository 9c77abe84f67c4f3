import { spawn } from "node:child_process";
import { root } from "../paths.mjs";

/** A failure that is one sentence for the person at the terminal. */
export class SetupError extends Error {}

const NOT_WRITABLE = new Set(["EROFS", "EACCES", "EPERM"]);

/** Returns the error of a step as a sentence that begins with its name; a mistake of the program stays as it is. */
export function asSetupFailure(name, error) {
  if (error instanceof SetupError) return new SetupError(`${name}: ${error.message}`);
  if (error?.code === "ENOSPC") return new SetupError(`${name}: the disk is full. Free some space and try again.`);
  // Node says ENOENT of a folder that can't be made on a read-only file system.
  const isRefused = NOT_WRITABLE.has(error?.code) || (error?.code === "ENOENT" && error.syscall === "mkdir");
  if (!isRefused) return error;
  const advice = "Set up a checkout that you can write to, or install a release.";
  return new SetupError(`${name}: can't write to ${error.path ?? root}. ${advice}`);
}

/** Returns npm as a command and its first arguments: that of this script's run, else that of the path. */
export function npmCommand() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
}

/** Runs a command silently and answers its output; when it fails, `explain` makes the sentence of it. */
export async function runCommand(command, args, { env = {}, cwd = root, explain = explainByTail } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const end = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new SetupError(`Can't run ${command} (${error.code}).`)));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (end !== 0) throw new SetupError(explain(output, end));
  return output;
}

function explainByTail(output, end) {
  const tail = output.trim().split("\n").slice(-30).join("\n");
  const advice =
    end === "SIGKILL"
      ? "The machine may have run out of memory: building takes up to 1.5 GB. Free some, then run the command again."
      : "Run the command again: it goes on with this step.";
  return `It ended with ${end}:\n${tail}\n${advice}`;
}
