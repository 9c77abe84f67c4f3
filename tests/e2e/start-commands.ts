import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundle } from "../../bin/bundle.mjs";

const root = join(import.meta.dirname, "../..");
/** Below the repository, where the packages are found. */
const folder = join(root, ".setup", "commands");

export const bundleCommands = () => bundle({ server: "tests/e2e/command-server.ts" }, folder);

/**
 * Starts tests/e2e/command-server.ts for the service with these variables. Returns its socket, and a function that ends
 * it.
 */
export async function startCommands(variables: NodeJS.ProcessEnv) {
  const socket = join(variables.COPPICE_DATA_DIR ?? "", "run", "commands.sock");
  const child = spawn(process.execPath, [join(folder, "server.js"), socket], {
    ...{ cwd: root, env: variables },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const isReady = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error("The commands of the tests did not start.");
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { socket, stop };
}
