#!/usr/bin/env node
// npm run dev: embedded PostgreSQL, the job worker and Next's development server, each brought up to date as files change.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root, setupFolder } from "./paths.mjs";
import { writeRouteTables } from "./setup/route-table.mjs";

const { watchBundle } = await import("./bundle.mjs");
const { bundleHostedPages } = await import("./hosted-pages.mjs");
const folder = join(setupFolder, "dev");

let supervisor = null;
/** The supervisor keeps PostgreSQL running; only the worker changes with the sources, and Next looks after itself. */
function onBuilt() {
  if (supervisor) {
    supervisor.send("replace-worker", () => undefined);
    return;
  }
  supervisor = spawn(pinnedNode(), ["--enable-source-maps", join(folder, "server.js"), "--dev"], {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  supervisor.once("exit", (code) => process.exit(code ?? 1));
}

await watchBundle({ server: "server.ts" }, folder, onBuilt);
// Next's watcher sees the tables change; they are written only when a route file came, went or got another method.
watch(join(root, "app"), { recursive: true }, (_event, file) => {
  if (file?.endsWith("route.ts")) writeRouteTables();
});
for (const sources of ["lib/hosted-pages/view", "packages/client/src", "lib/sign-in/mail"]) {
  watch(join(root, sources), { recursive: true }, () => {
    // Errors of compiling are told by the bundler itself; the next change is another try.
    bundleHostedPages().catch(() => undefined);
  });
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (supervisor) supervisor.kill(signal);
    else process.exit(0);
  });
}
