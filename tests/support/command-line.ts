import { readdir } from "node:fs/promises";
import type { CommandLine, CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { runCommandLine } from "@/lib/cli/commands/program";
import { type Environment, readEnvironment } from "@/lib/core/env";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { ALLOWED_EXTENSIONS } from "@/lib/server/embedded-postgres/extensions";
import { postgresClient } from "./postgres-client";

export interface CommandOutcome {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; throws when it is none. */
  json: <T = Record<string, unknown>>() => T;
}

export interface CommandWorld {
  ctx: CommandSession["ctx"];
  keyFile?: CommandSession["keyFile"];
  stdin?: string;
  /** Called with each text that is written; an error ends the command. */
  onWrite?: (text: string) => void;
  variables?: Record<string, string | undefined>;
  probes?: Partial<DoctorProbes>;
  copier?: CommandSession["copier"];
  mode?: "development" | "production";
  /** Instead of the defaults, as the service has it. */
  environment?: Environment;
  isServing?: boolean;
  /** Instead of a session, this failure. */
  sessionError?: Error;
}

/** Runs one command in this process against the given context, with its output captured. */
export async function runCommand(world: CommandWorld, ...args: string[]): Promise<CommandOutcome> {
  const output = { stdout: "", stderr: "" };
  const exitCode = await runCommandLine(args, {
    write: (text) => {
      output.stdout += text;
      world.onWrite?.(text);
    },
    notice: (text) => {
      output.stderr += text;
    },
    debug: async () => undefined,
    readLine: async () => (world.stdin ?? "").split("\n")[0] ?? "",
    readInput: async () => Buffer.from(world.stdin ?? ""),
    version: async () => "0.1.0 (unbuilt)",
    variable: (name) => world.variables?.[name],
    withSession: (work) => (world.sessionError ? Promise.reject(world.sessionError) : work(sessionOf(world))),
    createVolume: noVolume,
    growVolume: noVolume,
    guardHost: async () => {
      throw new Error("a test guards a host without a command");
    },
    migrate: async () => {
      throw new Error("a test migrates without a command");
    },
    undoUpgrade: noBackup,
    backUp: noBackup,
    listBackups: noBackup,
    backupStatus: noBackup,
    proveBackups: noBackup,
    withRecovery: noBackup,
    restore: noBackup,
    restoreHost: noBackup,
    probes: async () => ({ ...defaultProbes(), ...world.probes }),
  } satisfies CommandLine);
  return { exitCode, ...output, json: () => JSON.parse(output.stdout) };
}

async function noVolume(): Promise<never> {
  throw new Error("a test makes no volume");
}

async function noBackup(): Promise<never> {
  throw new Error("a test backs up by a process of its own");
}

function sessionOf(world: CommandWorld): CommandSession {
  return {
    ctx: world.ctx,
    environment: world.environment ?? { ...readEnvironment({}), mode: world.mode ?? "development" },
    isServing: world.isServing ?? true,
    openHost: (provisionerUrl) => new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined }),
    copier: world.copier ?? postgresClient(),
    keyFile: world.keyFile ?? null,
    settleKeys: async () => undefined,
  };
}

function defaultProbes(): DoctorProbes {
  return {
    nodeVersion: process.version,
    searchPath: process.env.PATH ?? "",
    dataDir: "/nonexistent",
    isEmbedded: false,
    redisUrl: null,
    backups: { isSetUp: false, status: null },
    localWindow: null,
    listMigrations: async () => {
      const entries = await readdir("prisma/migrations", { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    },
    clusterFolders: async () => [],
    functions: async () => ({ state: "bubblewrap", reason: null }),
    allowedExtensions: ALLOWED_EXTENSIONS,
  };
}
