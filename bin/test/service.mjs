import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pinnedNode, root } from "../paths.mjs";

/**
 * Runs `work` beside a production build with a data folder of its own; `work` is given what its first run
 * printed and where its data is, which the command line needs.
 */
export async function withService(work) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-e2e-"));
  chmodSync(folder, 0o711);
  const dataFolder = join(folder, "data");
  const child = spawn(pinnedNode(), ["--enable-source-maps", "dist/server.js"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(await findFreePort()),
      COPPICE_DATA_DIR: dataFolder,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  try {
    const output = await readUntilServing(child);
    const variables = Object.fromEntries(
      [...output.matchAll(/^(COPPICE_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    return await work({ ...variables, COPPICE_DATA_DIR: dataFolder });
  } finally {
    child.kill("SIGTERM");
    const [code] = await ended;
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) process.stderr.write(`The service ended with ${code}.\n`);
  }
}

async function readUntilServing(child) {
  let output = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes("(Ctrl-C stops it)")) {
      child.stdout.resume();
      return output;
    }
  }
  throw new Error("The service ended before it served.");
}

async function findFreePort() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  server.close();
  return port;
}
