import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  AllProofs,
  BackupSummary,
  CommandSession,
  DoctorProbes,
  GuardedCluster,
  HostRestoreRequest,
  RestoreRequest,
  RestoreSummary,
  SessionPurpose,
} from "@/lib/cli/command-line";
import { type BackupStatus, readBackupStatus } from "@/lib/core/backup-status";
import { type Environment, readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { readLocalWindow } from "@/lib/core/local-window";
import { OperatorError } from "@/lib/core/operator-error";
import type { FunctionStanding } from "@/lib/core/ports/function-runtime";
import type { Recovery } from "@/lib/core/ports/past-databases";
import type { KeyFile } from "@/lib/hosting/secrets/key-file";
import { readBuild, readVersion } from "@/lib/infra/build-info";
import { createLogger } from "@/lib/infra/logger";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { PostgresPrograms } from "@/lib/infra/postgres-programs/postgres-programs";
import { systemRandom } from "@/lib/infra/system";
import { probeLaunch } from "@/lib/infra/workerd/probe";
import { SocketFunctions } from "@/lib/infra/workerd/socket-functions";
import { createRuntime } from "@/lib/runtime";
import { writeFileDurably } from "./data-folder/durable-file";
import { ALLOWED_EXTENSIONS } from "./embedded-postgres/extensions";
import { findClusterFolders } from "./embedded-postgres/find-cluster-folders";
import { readMigrations } from "./migrations/migrations";
import { requireSchemaVersion } from "./migrations/schema-version";
import { type ControlPlane, openControlPlane } from "./open-control-plane";
import { findRunFolder } from "./supervise/run-folder";
import { growVolume } from "./volumes/grow-volume";
import { createVolume } from "./volumes/xfs-volume";

export type Notice = (text: string) => void;

/** Running processes read a changed key file within this time of their next use of it. */
const KEY_SETTLE_MS = 15_000;

/** Works on the control plane of `DATABASE_URL`, of the running service, or of one that is started for the time of the work. */
export async function withSession<T>(
  notice: Notice,
  work: (session: CommandSession) => Promise<T>,
  purpose: SessionPurpose = "control-plane",
): Promise<T> {
  const environment = commandEnvironment();
  const plane = await openControlPlane(environment, purpose, noticesOf(environment, notice));
  const stopAndExit = () => void plane.stop().finally(() => process.exit(130));
  process.once("SIGINT", stopAndExit).once("SIGTERM", stopAndExit);
  try {
    return await workOn(plane, environment, purpose, work);
  } finally {
    await plane.stop();
    process.off("SIGINT", stopAndExit).off("SIGTERM", stopAndExit);
  }
}

export function noticesOf({ logLevel }: Environment, notice: Notice) {
  const log = (line: string) => createLogger(logLevel).warn(line);
  return { log, notice: (line: string) => notice(`${line}\n`) };
}

async function workOn<T>(
  { databaseUrl, secretKeys, isServing }: ControlPlane,
  environment: Environment,
  purpose: SessionPurpose,
  work: (session: CommandSession) => Promise<T>,
): Promise<T> {
  const shared = (path: string | null, name: string) => path ?? (isServing ? findShared(environment, name) : null);
  const functionsSocket = shared(environment.functionsSocket, "functions.sock");
  const changeFile = shared(environment.changeFile, "changes");
  const runtime = createRuntime({ ...environment, databaseUrl, secretKeys, functionsSocket, changeFile });
  try {
    if (purpose !== "look") await requireSchemaVersion(runtime.pool);
    await runtime.settings.renew();
    return await work({
      ctx: runtime.context({
        actor: { kind: "operator", id: "command-line" },
        requestId: createId("request", systemRandom),
      }),
      environment,
      isServing,
      openHost: (provisionerUrl) =>
        new PostgresHost({
          provisionerUrl,
          sharesBlocks: false,
          onError: (error) => runtime.log.debug({ err: error }, "a connection to the host was lost"),
        }),
      copier: new PostgresPrograms({ bin: environment.postgres.bin, searchPath: readVariable("PATH") ?? "" }),
      keyFile: secretKeys && "file" in secretKeys ? keyFileAt(secretKeys.file) : null,
      settleKeys: async () => void (isServing && (await delay(KEY_SETTLE_MS))),
    });
  } finally {
    await runtime.close();
  }
}

/** Returns a path of the service that runs beside the command; `null` where it has none. */
function findShared({ dataDir }: Environment, name: string): string | null {
  const folder = findRunFolder(dataDir);
  const path = folder === null ? null : join(folder, name);
  return path !== null && existsSync(path) ? path : null;
}

/** A command reports everything important itself, so the log is for those who ask for more than the default. */
export function commandEnvironment(): Environment {
  const environment = readEnvironment();
  return environment.logLevel === "info" ? { ...environment, logLevel: "fatal" } : environment;
}

function readVariable(name: string): string | undefined {
  // biome-ignore lint/style/noProcessEnv: the operator names the variable, so no schema can.
  return process.env[name];
}

function keyFileAt(path: string): KeyFile {
  return { read: () => readFile(path, "utf8"), write: (text) => writeFileDurably(path, text, 0o600) };
}

/** Makes the volume for the embedded databases. */
export function makeVolume(notice: Notice, sizeBytes: number): Promise<void> {
  return createVolume(volumeOptions(notice, sizeBytes));
}

/** Enlarges the volume for the embedded databases. */
export function enlargeVolume(notice: Notice, sizeBytes: number): Promise<void> {
  return growVolume(volumeOptions(notice, sizeBytes));
}

function volumeOptions(notice: Notice, sizeBytes: number) {
  const { dataDir, databaseUrl } = commandEnvironment();
  if (databaseUrl !== null) throw new OperatorError("Volumes are for the embedded databases only.");
  return { dataDir, sizeBytes, log: (text: string) => notice(`${text}\n`) };
}

/** Guards a cluster until the process is asked to stop. */
export async function guardHost(cluster: GuardedCluster): Promise<void> {
  const { runHostGuard } = await import("./host-guard/run");
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  await runHostGuard({ ...cluster, log: createLogger(readVariable("LOG_LEVEL") ?? "info") }, stopping.signal);
}

/** The libraries of stores and streams are for these commands alone. */
const loadBackups = () => import("./backups/commands");

export async function backUp(notice: Notice): Promise<BackupSummary> {
  return (await loadBackups()).backUpNow(commandEnvironment(), notice);
}

export async function listBackups(): Promise<BackupSummary[]> {
  return (await loadBackups()).listBackups(commandEnvironment());
}

export async function backupStatus(): Promise<BackupStatus> {
  return (await loadBackups()).backupStatus(commandEnvironment());
}

/** Nothing stays of the recovered data, also where the command is interrupted. */
export async function proveBackups(notice: Notice): Promise<AllProofs> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  try {
    return await (await loadBackups()).prove(commandEnvironment(), notice, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(130);
    throw error;
  }
}

export async function recover<T>(notice: Notice, work: (recovery: Recovery) => Promise<T>): Promise<T> {
  return (await loadBackups()).recover(commandEnvironment(), notice, work);
}

export async function restore(notice: Notice, request: RestoreRequest): Promise<RestoreSummary> {
  // biome-ignore lint/style/noProcessEnv: the place that the command names takes that of the environment.
  return (await loadBackups()).restore(process.env, request, notice);
}

export async function restoreHost(notice: Notice, request: HostRestoreRequest): Promise<RestoreSummary> {
  // biome-ignore lint/style/noProcessEnv: the place that the command names takes that of the environment.
  return (await loadBackups()).restoreOneHost(process.env, request, notice);
}

/** Returns the facts that the doctor checks without a session. */
export async function probes(): Promise<DoctorProbes> {
  const environment = commandEnvironment();
  const { dataDir, databaseUrl, redisUrl } = environment;
  return {
    nodeVersion: process.version,
    searchPath: readVariable("PATH") ?? "",
    dataDir,
    isEmbedded: databaseUrl === null,
    redisUrl,
    backups: { isSetUp: environment.backups !== null, status: await readBackupStatus(dataDir) },
    localWindow: await readLocalWindow(dataDir),
    listMigrations: async () => (await readMigrations()).map((migration) => migration.name),
    allowedExtensions: ALLOWED_EXTENSIONS,
    clusterFolders: () => findClusterFolders(dataDir),
    functions: () => functionStanding(environment),
  };
}

/** Asks the process that runs functions, since its own findings may differ; where there is none, looks itself. */
async function functionStanding(environment: Environment): Promise<FunctionStanding | "missing" | "away"> {
  const { mode, functions, functionsSocket } = environment;
  const socket = functionsSocket ?? findShared(environment, "functions.sock");
  const look = () => probeLaunch({ mode, sandbox: functions.sandbox });
  if (socket === null) return look();
  const running = new SocketFunctions(socket);
  try {
    return await running.standing();
  } catch {
    return functionsSocket === null ? await look() : "away";
  } finally {
    await running.close();
  }
}

/** Logs an unexpected error at debug level. */
export function debug(error: unknown): void {
  createLogger(commandEnvironment().logLevel).debug({ err: error }, "a command failed");
}

/** Returns the version with the build. */
export function version(): string {
  return `${readVersion()} (${readBuild().sha})`;
}
