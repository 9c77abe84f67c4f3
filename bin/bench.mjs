#!/usr/bin/env node
// npm run bench -- databases|hosts|backups|http|auth|dashboard|console|storage|sql|realtime|functions|sso|neighbours|faults|soak|peers|set-up [--quick]: measures and writes docs/benchmarks.md.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { root } from "./paths.mjs";
import { runProgram } from "./run-program.mjs";

const PARTS = [
  "databases",
  "hosts",
  "backups",
  "http",
  "auth",
  "dashboard",
  "console",
  "storage",
  "sql",
  "realtime",
  "functions",
  "sso",
  "neighbours",
  "faults",
  "soak",
  "peers",
  "set-up",
];
const [part, ...options] = process.argv.slice(2);
const isKnown = (option) =>
  option === "--quick" ||
  (["faults", "soak"].includes(part) && /^--seed=\d+$/.test(option)) ||
  (part === "soak" && /^--minutes=\d+$/.test(option));
if (!PARTS.includes(part) || !options.every(isKnown)) {
  process.stderr.write(
    `Usage: npm run bench -- ${PARTS.join("|")} [--quick], --seed=<number> for faults and soak, --minutes=<number> for soak\n`,
  );
  process.exit(2);
}
const processes = ["load", "bare-server"];
const authProcesses = ["arrivals", "bare-argon2", "better-auth-migrate", "better-auth-server"];
const peers = ["peers/neon-address", "peers/neon-config", "peers/report-tests"];
const realtimeProcesses = ["realtime/clients-job", "realtime/socket-io-server"];
const entries = [
  ...[...PARTS, ...processes, ...authProcesses.map((name) => `auth/${name}`)],
  ...["sql/bare-server", ...peers, ...realtimeProcesses, "functions/miniflare-server"],
].map((name) => [name, `tests/bench/${name}.ts`]);
process.env.NODE_ENV = "production";
await bundle(Object.fromEntries(entries), join(root, "dist", "bench"), { packages: "external" });
// By itself, since it is copied into an app of its own.
await bundle({ "better-auth": "tests/bench/auth/better-auth.ts" }, join(root, "dist", "bench", "better-auth"), {
  packages: "external",
});
// The packages of the bench stand beside its sources, and Node looks for them from the bundles.
const packages = join(root, "dist", "bench", "node_modules");
rmSync(packages, { recursive: true, force: true });
symlinkSync(join(root, "tests", "bench", "node_modules"), packages);
runProgram(`dist/bench/${part}.js`, options);
