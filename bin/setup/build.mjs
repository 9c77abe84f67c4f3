import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { pinnedNode, root } from "../paths.mjs";
import { onChange } from "./fingerprint.mjs";
import { writeRouteTables } from "./route-table.mjs";
import { runCommand } from "./run-command.mjs";

const SOURCES = [
  ...["app", "components", "lib", "docs", "public", "prisma", "packages/client/src"],
  ...["bin/bundle.mjs", "bin/external-packages.mjs", "bin/setup/build.mjs"],
  ...["server.ts", "cli.ts", "proxy.tsx", "instrumentation.ts", "instrumentation-client.tsx", "next.config.mjs"],
  ...["tsconfig.json", "package.json", "package-lock.json"],
];
const SCALAR = "vendor/scalar/standalone.js.br";
const API_REFERENCE = "public/generated/scalar/standalone.js";
/** Next's patterns pass over names that begin with a dot. */
const ROUTES = ["app/**/route.ts", "app/.well-known/**/route.ts", "app/**/.well-known/**/route.ts"];
const ENVIRONMENT = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1" };

export async function generateRouteTables() {
  return writeRouteTables();
}

export function unpackApiReference() {
  return onChange("scalar", { inputs: [SCALAR], outputs: [API_REFERENCE] }, async () => {
    mkdirSync(join(root, dirname(API_REFERENCE)), { recursive: true });
    writeFileSync(join(root, API_REFERENCE), brotliDecompressSync(readFileSync(join(root, SCALAR))));
  });
}

/** Bundles the pages that end users sign in on, by itself, since Next would send its whole runtime along. */
export function bundleHostedPages() {
  const inputs = [
    "lib/hosted-pages/view",
    "lib/sign-in/mail",
    "packages/client/src",
    "bin/hosted-pages.mjs",
    "tsconfig.json",
    "package-lock.json",
  ];
  const outputs = ["dist/hosted/render.js", "dist/hosted/mail.js", "public/generated/hosted"];
  return onChange("hosted", { inputs, outputs }, () => runCommand(pinnedNode(), ["bin/hosted-pages.mjs"]));
}

/** The pages, which is all that our own server asks Next for. */
export function buildPages() {
  return buildByNext("pages", ".next");
}

/** The API as Next serves it by itself, for the tests that compare the two ways. Its pages are those of the other build. */
export function buildRoutes() {
  return buildByNext("routes", "dist/next", ["--debug-build-paths", ROUTES.join()]);
}

function buildByNext(build, folder, options = []) {
  const env = { ...ENVIRONMENT, COPPICE_NEXT_BUILD: build };
  return onChange(build, { inputs: SOURCES, outputs: [`${folder}/BUILD_ID`] }, async () => {
    // Releases before this one left a cache of hundreds of megabytes there, which Next keeps and no build reads.
    rmSync(join(root, folder, "cache"), { recursive: true, force: true });
    await runCommand(pinnedNode(), ["node_modules/next/dist/bin/next", "build", ...options], { env });
  });
}

export function bundleServer() {
  const outputs = ["dist/server.js", "dist/coppice.js", "dist/build.json"];
  return onChange("bundles", { inputs: SOURCES, outputs }, async () => {
    await runCommand(pinnedNode(), ["bin/bundle.mjs"]);
    writeFileSync(
      join(root, "dist", "build.json"),
      JSON.stringify({ sha: commit(), timestamp: new Date().toISOString() }),
    );
  });
}

function commit() {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], options).trim();
  } catch {
    return "unknown";
  }
}
