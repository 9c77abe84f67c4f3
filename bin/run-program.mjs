import { spawn } from "node:child_process";
import { pinnedNode, root } from "./paths.mjs";

/** Runs a script with the pinned Node in place of this process: same terminal, same signals, same exit code. */
export function runProgram(script, given) {
  const { parent, args } = parentOf(given);
  const node = pinnedNode();
  if (node === null) {
    process.stderr.write("The packages aren't installed. Run npm start to install them.\n");
    process.exit(1);
  }
  const child = spawn(node, ["--enable-source-maps", script, ...args], { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => child.kill(signal));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  // npm is killed without a word to its child.
  if (parent !== null) setInterval(() => void (process.ppid !== parent && child.kill("SIGTERM")), 250).unref();
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** `--parent=<pid>` in front names the process with which this one ends. */
function parentOf([first, ...rest]) {
  const pid = /^--parent=(\d+)$/.exec(first ?? "")?.[1];
  return pid === undefined
    ? { parent: null, args: first === undefined ? [] : [first, ...rest] }
    : { parent: Number(pid), args: rest };
}
