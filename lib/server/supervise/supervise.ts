import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { serverSocketOf } from "@/lib/core/db/server-socket";
import { type Environment, roleVariables } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { formatServerVersion, MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/core/version-floor";
import { createLogger } from "@/lib/infra/logger";
import { collectAtRest } from "../collect-at-rest";
import { findPostgres } from "../embedded-postgres/binaries";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded-postgres/start";
import { keepUpgradeCopy } from "../upgrade-copies/keep";
import { requireFreePorts } from "./free-ports";
import { handOver } from "./hand-over";
import { addressesOfLocalhost, adviceOnLocalhost } from "./localhost";
import { isWindowKept, leaveOffUnused, leaveOffUnusedHosts, windowWatchOf } from "./past";
import { AlreadyReported, Preparation } from "./preparation";
import { embeddedHostOf } from "./preparation-messages";
import { requireEmbedded } from "./require-embedded";
import { RoleOnDemand } from "./role-on-demand";
import { forkSelf, RoleProcess, spawnNextDevelopment } from "./role-process";
import { backupsOf, furtherRoles, guardOf } from "./roles";
import { ensureRunFolder } from "./run-folder";
import type { StopRequest } from "./stop-request";

/** The time from the request to stop until the roles have ended, and until PostgreSQL has. */
const ROLES_STOP_MILLISECONDS = 8_000;
const POSTGRES_STOP_MILLISECONDS = 9_500;
const FIRST_START_ATTEMPTS = 3;

/**
 * Starts everything and watches over it until SIGINT or SIGTERM: PostgreSQL unless DATABASE_URL names one, then each
 * role in a process of its own. A failure the operator can act on is one sentence and exit code 1.
 */
export async function supervise(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const log = createLogger(environment.logLevel);
  try {
    await run(environment, stopRequest, log);
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof OperatorError) say(error.message, process.stderr);
    else if (!(error instanceof AlreadyReported)) log.fatal({ err: error }, "the service could not be started");
  }
  // Timers and sockets of a start that was cut short must not keep the process.
  process.exit();
}

async function run(environment: Environment, stopRequest: StopRequest, log: Logger): Promise<void> {
  await requireFreePorts(environment);
  requireEmbedded(environment);
  const embedded = environment.databaseUrl === null ? await startPostgres(environment) : null;
  try {
    if (embedded) await leaveOffUnused(environment);
    if (stopRequest.isRequested) return;
    const effective = await withSharedPaths(embedded ? withEmbedded(environment, embedded) : environment);
    const preparation = new Preparation(effective, embedded && embeddedHostOf(embedded), stopRequest);
    if (!(await preparation.untilPrepared())) return;
    if (embedded) void leaveOffUnusedHosts(effective, log);
    if (!stopRequest.isRequested) await runRoles(effective, embedded, stopRequest, log, () => preparation.finish());
    await preparation.untilEnded();
  } finally {
    await embedded?.stop(stopRequest.remaining(POSTGRES_STOP_MILLISECONDS + environment.drainSeconds * 1_000, 500));
  }
}

async function runRoles(
  environment: Environment,
  embedded: EmbeddedPostgres | null,
  stopRequest: StopRequest,
  log: Logger,
  onServing: () => Promise<void>,
): Promise<void> {
  const development = isDevelopmentServer();
  const further = furtherRoles(environment, log);
  const web = new RoleProcess({
    name: "web",
    log,
    onMessage: (message, connection) => handOver(message, connection, further),
    launch: () =>
      development
        ? spawnNextDevelopment(roleVariables(environment, ["web"]), environment.port, environment.host)
        : forkSelf(roleVariables(environment, ["web"])),
  });
  const launchWorker = () => forkSelf(roleVariables(environment, ["worker"]));
  const worker = new RoleProcess({ name: "worker", log, launch: launchWorker });
  const guard = embedded && guardOf(embedded, environment, log);
  const backups = environment.backups && backupsOf(environment, log);
  const window = embedded && isWindowKept(environment) ? await windowWatchOf(environment, log) : null;
  process.on("message", (message) => void (message === "replace-worker" && worker.end()));
  try {
    // A role that waits for its first connection can be asked as soon as the web process can.
    await Promise.all(Object.values(further).map((role) => role.start()));
    guard?.start();
    backups?.start();
    window?.start();
    web.start();
    worker.start();
    if (!development) await untilServing(web, stopRequest);
    if (!stopRequest.isRequested) await onServing();
    const advice = adviceOnLocalhost(environment, await addressesOfLocalhost());
    if (advice !== null) say(advice);
    if (!stopRequest.isRequested) say(`${SERVICE.name} is at ${environment.url} (Ctrl-C stops it).`);
    collectAtRest();
    await stopRequest.requested;
  } finally {
    const drainMilliseconds = stopRequest.isRequested ? environment.drainSeconds * 1_000 : 0;
    const stop = (roles: readonly ({ stop(patience: number): Promise<void> } | null)[]) => {
      const patience = stopRequest.remaining(ROLES_STOP_MILLISECONDS + drainMilliseconds, 500);
      return Promise.all(roles.map((role) => role?.stop(patience)));
    };
    // The web process takes requests for the roles behind it as long as it drains.
    const behind = Object.values(further).filter((role) => role instanceof RoleOnDemand);
    const inFront = Object.values(further).filter((role) => role instanceof RoleProcess);
    const drained = delay(stopRequest.remaining(drainMilliseconds, 0)).then(() => stop(behind));
    await Promise.all([stop([web, worker, ...inFront, guard, backups, window]), drained]);
    if (environment.changeFile !== null) await rm(environment.changeFile, { force: true });
  }
}

async function untilServing(web: RoleProcess, stopRequest: StopRequest): Promise<void> {
  const listening = web.untilListening(FIRST_START_ATTEMPTS);
  if (await Promise.race([listening, stopRequest.requested.then(() => true)])) return;
  throw new OperatorError("The web process stops as soon as it starts. Its log above says why.");
}

async function startPostgres({ dataDir, postgres, mode }: Environment): Promise<EmbeddedPostgres> {
  const { versionNum } = await findPostgres(postgres.bin);
  const isForProduction = versionNum >= MINIMUM_PRODUCTION_VERSION_NUM;
  const floor = formatServerVersion(MINIMUM_PRODUCTION_VERSION_NUM);
  if (mode === "production" && !isForProduction) {
    const remedy = "Set COPPICE_POSTGRES_BIN to the programs of a newer one (docs/guides/production.md)";
    throw new OperatorError(
      `PostgreSQL ${formatServerVersion(versionNum)} is for development alone: COPPICE_ENV=production needs ${floor} or newer. ${remedy}, or DATABASE_URL to your own server.`,
    );
  }
  const embedded = await startEmbeddedPostgres({
    ...{ dataDir, postgresBin: postgres.bin, publicAccess: postgres.publicAccess },
    ...{ log: (line: string) => say(line), keepsBallast: true },
    ...(postgres.keepsUpgradeCopy && { beforeStart: (folder: string) => keepUpgradeCopy(folder, { log: say }) }),
  });
  if (!isForProduction) {
    say(`The embedded PostgreSQL is for development and tests. Production needs ${floor} or newer (docs/security.md).`);
  }
  return embedded;
}

function withEmbedded(environment: Environment, embedded: EmbeddedPostgres): Environment {
  const secretKeys = environment.secretKeys ?? { file: embedded.secretKeysFile };
  return { ...environment, databaseUrl: embedded.controlUrl, hostSocket: serverSocketOf(embedded.host), secretKeys };
}

/** The development server answers SQL itself, and takes no WebSockets. The embedded control plane has a mark of changes. */
async function withSharedPaths(environment: Environment): Promise<Environment> {
  const folder = await ensureRunFolder(environment.dataDir);
  const functionsSocket = join(folder, "functions.sock");
  const changeFile = environment.hostSocket === null ? null : join(folder, "changes");
  if (isDevelopmentServer()) return { ...environment, functionsSocket, changeFile };
  const at = (role: string) => join(folder, `${role}.sock`);
  return {
    ...environment,
    functionsSocket,
    changeFile,
    webSocket: at("web"),
    sqlSocket: at("sql"),
    realtimeSocket: at("realtime"),
  };
}

function isDevelopmentServer(): boolean {
  return process.argv.includes("--dev");
}

function say(line: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${line}\n`);
}
