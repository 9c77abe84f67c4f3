import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root, setupFolder } from "../paths.mjs";
import { servedOnly, withAddresses } from "./package-set.mjs";
import { npmCommand, runCommand, SetupError } from "./run-command.mjs";

/** Installs the packages that serve and build. Answers whether there was anything to do. */
export function installServedPackages() {
  return bringUpToDate((whole) => servedOnly(whole));
}

/** Installs besides the packages that tests, linters and pictures use. */
export function installAllPackages() {
  return bringUpToDate((whole) => whole);
}

/** Installs the packages that the benchmark compares with and loads by, in its own folder. */
export async function installBenchPackages() {
  const folder = join(root, "tests", "bench");
  const whole = readSet(folder);
  if (isInstalled(folder, whole, whole)) return false;
  await install(folder, whole);
  return true;
}

async function bringUpToDate(choose) {
  const whole = readSet(root);
  const served = servedOnly(whole);
  const chosen = choose(whole);
  if (isInstalled(root, chosen, whole) && pinnedNode() !== null) return false;
  // A checkout that is worked in keeps the packages of the tests when others change.
  const more = Object.keys(packagesIn(root)).some((path) => whole.lock.packages[path] && !served.lock.packages[path]);
  await install(root, more ? whole : chosen);
  if (pinnedNode() === null) {
    throw new SetupError(`No Node.js package for ${process.platform}-${process.arch}. Use Linux on x64 or arm64.`);
  }
  return true;
}

/** Lets npm install the set in a folder of its own, so that the former set stays whole until the new one is. */
async function install(folder, set) {
  const [npm, first] = npmCommand();
  const { manifest, lock } = withAddresses(set, await registryOf(npm, first));
  const place = join(setupFolder, "packages");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "package-lock.json"), JSON.stringify(lock));
  const settings = join(root, ".npmrc");
  if (existsSync(settings)) cpSync(settings, join(place, ".npmrc"));
  const args = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  await runCommand(npm, [...first, ...args], { cwd: place, explain: explainNpm });
  // 68 MB of headers and manuals, for add-ons that are compiled; nothing here is.
  const node = join(place, "node_modules", `node-${process.platform}-${process.arch}`);
  for (const name of ["include", "share"]) rmSync(join(node, name), { recursive: true, force: true });
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  renameSync(join(place, "node_modules"), join(folder, "node_modules"));
  rmSync(place, { recursive: true, force: true });
}

/** Returns the registry that npm is set up with. */
async function registryOf(npm, first) {
  const output = await runCommand(npm, [...first, "config", "get", "registry"], { explain: explainNpm });
  const [address] = /^https?:\/\/\S+$/m.exec(output) ?? [];
  if (address === undefined) throw new SetupError("npm has no registry. Set one by `npm config set registry`.");
  return address;
}

function readSet(folder) {
  const [manifest, lock] = ["package.json", "package-lock.json"].map((name) => readJson(join(folder, name)));
  return { manifest, lock };
}

/** More may be there than is chosen, but nothing that the lock file doesn't name. */
function isInstalled(folder, chosen, whole) {
  const present = packagesIn(folder);
  const isSame = (path) => {
    const { version, integrity } = whole.lock.packages[path] ?? {};
    return present[path].version === version && present[path].integrity === integrity;
  };
  const isThere = ([path, { optional, devOptional }]) => path === "" || present[path] || optional || devOptional;
  return (
    Object.keys(present).length > 0 &&
    Object.keys(present).every(isSame) &&
    Object.entries(chosen.lock.packages).every(isThere)
  );
}

/** Returns the versions that npm says it has installed there. */
function packagesIn(folder) {
  const path = join(folder, "node_modules", ".package-lock.json");
  return existsSync(path) ? readJson(path).packages : {};
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

function explainNpm(output) {
  const code =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(
      output,
    );
  if (code) return `npm couldn't reach its registry (${code[1]}). Check your network, then run the command again.`;
  if (/\bENOSPC\b/.test(output)) return "The disk is full. Free some space, then run the command again.";
  const reason =
    output.split("\n").find((line) => /^npm (error|ERR!) (?!code)/.test(line)) ?? output.trim().slice(-300);
  return `npm ci failed: ${reason.replace(/^npm (error|ERR!) /, "")}`;
}
