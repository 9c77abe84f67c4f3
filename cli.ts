import { createInterface } from "node:readline/promises";
import type { CommandLine } from "@/lib/cli/command-line";
import { runCommandLine } from "@/lib/cli/commands/program";
import { reuseCompiledCode } from "@/lib/server/compiled-code";

reuseCompiledCode(import.meta.dirname);

const notice = (text: string) => void process.stderr.write(text);

/** The help needs none of it. */
const load = () => import("@/lib/server/command-line");
const loadUpgrade = () => import("@/lib/server/upgrade-commands");

async function readLine(prompt: string): Promise<string> {
  if (process.stdin.isTTY) notice(prompt);
  for await (const text of createInterface({ input: process.stdin })) return text;
  return "";
}

const commandLine: CommandLine = {
  write: (text) => void process.stdout.write(text),
  notice,
  debug: async (error) => (await load()).debug(error),
  readLine,
  readInput: async () => Buffer.concat(await process.stdin.toArray()),
  version: async () => (await load()).version(),
  // biome-ignore lint/style/noProcessEnv: the operator names the variable, so no schema can.
  variable: (name) => process.env[name],
  withSession: async (work, purpose) => (await load()).withSession(notice, work, purpose),
  createVolume: async (sizeBytes) => (await load()).makeVolume(notice, sizeBytes),
  growVolume: async (sizeBytes) => (await load()).enlargeVolume(notice, sizeBytes),
  guardHost: async (cluster) => (await load()).guardHost(cluster),
  migrate: async () => (await loadUpgrade()).migrateControlPlane(notice),
  undoUpgrade: async () => (await loadUpgrade()).undoUpgrade(notice),
  backUp: async () => (await load()).backUp(notice),
  listBackups: async () => (await load()).listBackups(),
  backupStatus: async () => (await load()).backupStatus(),
  proveBackups: async () => (await load()).proveBackups(notice),
  withRecovery: async (work) => (await load()).recover(notice, work),
  restore: async (request) => (await load()).restore(notice, request),
  restoreHost: async (request) => (await load()).restoreHost(notice, request),
  probes: async () => (await load()).probes(),
};

process.exitCode = await runCommandLine(process.argv.slice(2), commandLine);
