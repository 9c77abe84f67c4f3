import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

/** Without a description of its own in its folder, npm would install an app's packages into the repository. */
const DESCRIPTION = JSON.stringify({ name: "shop", private: true, type: "module" });

export const COMPILER_OPTIONS = {
  ...{ target: "ES2022", lib: ["ES2022", "DOM"], module: "esnext", moduleResolution: "bundler", strict: true },
  ...{ noEmit: true, skipLibCheck: true, isolatedModules: true, esModuleInterop: true, allowJs: true },
};

/** The files that `create-vite` leaves, without any style. */
export const VITE_FILES = {
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...COMPILER_OPTIONS, jsx: "react-jsx", types: ["vite/client"] },
    include: ["src"],
  }),
  "index.html": `<!doctype html><html lang="en"><title>Shop</title>
<div id="root"></div><script type="module" src="/src/main.tsx"></script></html>`,
};

/** Checks the types of an app, builds it, and serves the build. */
export async function serveWithVite(folder: string, port: number): Promise<() => Promise<void>> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  await runScript(folder, [join(root, "node_modules/typescript/bin/tsc")]);
  await runScript(folder, [vite, "build"]);
  return serve(folder, [vite, "preview", "--port", String(port), "--strictPort"], `http://localhost:${port}`);
}

/** Next looks for these in the folders above, too, where the repository has its own. */
const NEXT_HOOKS = {
  "instrumentation.ts": "export function register(): void {}\n",
  "instrumentation-client.ts": "export {};\n",
};

/** Makes a folder below the repository, which lends the app Next, Vite and React; all else is the app's own. */
export function makeAppFolder(files: Record<string, string> = {}): string {
  mkdirSync(join(root, ".setup"), { recursive: true });
  const folder = mkdtempSync(join(root, ".setup", "app-"));
  writeFiles(folder, { "package.json": DESCRIPTION, ...NEXT_HOOKS, ...files });
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/**
 * Runs the command that the documentation shows, and finds nothing that Node 20 cannot run in the installed packages.
 */
export async function install(folder: string, command: string): Promise<void> {
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true" };
  await run("bash", ["-c", command], { cwd: folder, env: { ...process.env, ...quiet } });
  expect(tooNewForNode20(join(folder, "node_modules"))).toEqual([]);
}

function tooNewForNode20(modules: string): string[] {
  return readdirSync(modules, { recursive: true, encoding: "utf8" })
    .filter((path) => /^(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(modules, path), "utf8")))
    .filter(({ engines }) => Number(/^>=\s*(\d+)/.exec(engines?.node ?? "")?.[1] ?? 0) > 20)
    .map(({ name, engines }) => `${name} needs Node ${engines.node}`);
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs a script of Node in the app's folder to its end. */
export async function runScript(folder: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  await run(process.execPath, args, { cwd: folder, env: environment(variables) });
}

/** Starts a server in the app's folder, and waits until it answers. Returns a function that stops it. */
export async function serve(
  folder: string,
  args: string[],
  address: string,
  variables: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: environment(variables),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const state = () => (child.exitCode === null ? "starting" : `ended with ${child.exitCode}: ${output}`);
  await expect.poll(() => fetch(address).then(() => "answers", state)).not.toBe("starting");
  if (child.exitCode !== null) throw new Error(state());
  return () => stop(child);
}

/** The servers of Next have children, which end with the group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
}

function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables };
}

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };

/** Serves the files of a folder as any server of static files does. */
export async function serveFiles(folder: string, port: number): Promise<() => Promise<void>> {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    if (!file.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end();
    const type = TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(readFileSync(file));
  });
  await once(server.listen(port, "localhost"), "listening");
  return async () => {
    server.closeAllConnections();
    server.close();
  };
}
