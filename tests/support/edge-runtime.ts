import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { build } from "esbuild";

const { default: workerd } = createRequire(import.meta.url)("workerd") as { default: string };
/** Without any of Node's own modules: the flag for them is not set. */
const COMPATIBILITY_DATE = "2026-10-01";

export interface EdgeApp {
  origin: string;
  stop(): Promise<void>;
}

/** Runs a worker with workerd, as Cloudflare does. `bindings` become the second argument of its handlers, as JSON. */
export async function startEdgeApp(entryPoint: string, bindings: object): Promise<EdgeApp> {
  const folder = await mkdtemp(join(tmpdir(), "edge-"));
  await build({
    ...{
      entryPoints: [entryPoint],
      outfile: join(folder, "worker.js"),
      bundle: true,
      format: "esm",
      logLevel: "error",
    },
    ...{ platform: "neutral", conditions: ["workerd", "worker", "import"], mainFields: ["module", "main"] },
    external: ["next/*"],
  });
  await writeFile(join(folder, "config.capnp"), configuration(bindings));
  const child = spawn(workerd, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  const port = await portOf(child.stdio[3] as Readable);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function portOf(control: Readable): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const message = JSON.parse(line) as { event: string; port?: number };
    if (message.event === "listen" && message.port !== undefined) return message.port;
  }
  throw new Error("The edge runtime ended before it listened.");
}

function configuration(bindings: object): string {
  const text = (value: unknown) => JSON.stringify(JSON.stringify(value));
  const items = Object.entries(bindings).map(([name, value]) => `(name = "${name}", json = ${text(value)})`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
const app :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [${items.join(", ")}],
);
`;
}
