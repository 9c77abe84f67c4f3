import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findWorkerd } from "@/lib/infra/workerd/launch";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "../clean-up";

/** The answer of all sides. */
export const HELLO = 'export default { fetch() { return new Response("hello"); } };\n';
const COMPATIBILITY_DATE = "2026-07-01";

export interface Side {
  url: string;
  pid: number;
}

/** Miniflare, which passes requests on to the same engine and does nothing else with them. */
export async function startMiniflare(cleanUp: CleanUp, folder: string): Promise<Side> {
  const port = String(await findFreePort([]));
  const script = "dist/bench/functions/miniflare-server.js";
  const started = startProcess(join(folder, "miniflare.log"), [script], { PORT: port });
  cleanUp.add(() => started.stop());
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return { url, pid: started.child.pid ?? 0 };
}

/** Returns the path of Deno's program; `null` where its package has none for this machine. */
function findDeno(): string | null {
  try {
    const inner = createRequire(
      createRequire(join(process.cwd(), "tests/bench/package.json")).resolve("deno/package.json"),
    );
    return join(inner.resolve(`@deno/linux-${process.arch}-glibc/package.json`), "..", "deno");
  } catch {
    return null;
  }
}

/** Starts `deno serve`, and returns once it has answered; `null` without Deno. */
export async function startDeno(folder: string): Promise<(Side & { stop(): Promise<void> }) | null> {
  const deno = findDeno();
  if (deno === null) return null;
  const script = join(folder, "hello.js");
  await writeFile(script, HELLO);
  const port = await findFreePort([]);
  const args = ["serve", "--no-config", "--quiet", "--host", "127.0.0.1", "--port", String(port), script];
  const env = {
    DENO_DIR: join(folder, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  } as unknown as NodeJS.ProcessEnv;
  const child = spawn(deno, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers({ port }))) await delay(2);
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
}

/** Starts the engine itself at a Unix socket, in no sandbox, and returns once it has answered. */
export async function startWorkerd(folder: string): Promise<{ pid: number; stop(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const socketPath = join(folder, "bare.sock");
  await rm(socketPath, { force: true });
  await writeFile(join(folder, "hello.js"), HELLO);
  await writeFile(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "hello", worker = (modules = [(name = "hello.js", esModule = embed "hello.js")], compatibilityDate = "${COMPATIBILITY_DATE}"))],
  sockets = [(name = "http", address = "unix:bare.sock", http = (), service = "hello")]
);
`,
  );
  const workerd = findWorkerd();
  if (workerd === null) throw new Error("The runtime of functions isn't installed.");
  const child = spawn(workerd, ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  while (!(await answers({ socketPath }))) await delay(2);
  return { pid: child.pid ?? 0, stop: () => end(child) };
}

function answers(to: { socketPath: string } | { port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request({ ...to, host: "127.0.0.1", path: "/", agent: false });
    sent.once("error", () => resolve(false));
    sent.once("response", (answer) => {
      answer.resume();
      resolve(true);
    });
    sent.end();
  });
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
