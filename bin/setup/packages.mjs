import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "../paths.mjs";
import { npmCommand, runCommand, SetupError } from "./run-command.mjs";

/** `npm ci` unless node_modules holds just what package-lock.json says. Answers whether it ran. */
export async function installPackages() {
  if (isInstalled()) return false;
  const [npm, first] = npmCommand();
  const args = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  await runCommand(npm, [...first, ...args], { explain: explainNpm });
  if (pinnedNode() === null) {
    throw new SetupError(`No Node.js package for ${process.platform}-${process.arch}. Use Linux on x64 or arm64.`);
  }
  return true;
}

function isInstalled() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed) || pinnedNode() === null) return false;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const present = packagesOf(installed);
  const names = new Set([...Object.keys(wanted), ...Object.keys(present)]);
  names.delete("");
  return [...names].every((name) => {
    if (!present[name]) return wanted[name].optional === true || wanted[name].devOptional === true;
    return wanted[name]?.version === present[name].version && wanted[name].integrity === present[name].integrity;
  });
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
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
