import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { serverSocketOf } from "@/lib/core/db/server-socket";
import { readEnvironment } from "@/lib/core/env";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import { guardArguments } from "@/lib/server/host-guard/arguments";
import { migrate } from "@/lib/server/migrations/migrate";
import { completeFirstRun, prepare } from "@/lib/server/prepare";
import { embeddedHostOf } from "@/lib/server/supervise/preparation-messages";
import { startProcess, untilReady } from "@/tests/support/lanes-setup";
import type { CleanUp } from "./clean-up";

export interface BenchService {
  /** The address of the API lane, without a slash at the end. */
  baseUrl: string;
  folder: string;
  dataDirectory: string;
  /** The variables that further processes of the service need. */
  variables: Record<string, string>;
  /** The values that the first run printed, by name: `COPPICE_URL`, `COPPICE_OWNER_EMAIL` and so on. */
  firstRun: Record<string, string | undefined>;
  control: pg.Pool;
  provisionerUrl: string;
  sharesBlocks: boolean;
  organisationId: string;
  /** A session of the superuser on the customers' cluster. */
  superuser: pg.Client;
  postgresVersion: string;
}

/** A folder of this run, removed at the end. */
export async function temporaryFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-bench-"));
  await chmod(folder, 0o711);
  cleanUp.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The built service as it runs for users: two embedded clusters, a guard, a web process and a worker process. */
export async function startService(cleanUp: CleanUp, folder: string): Promise<BenchService> {
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, "data"), log: () => undefined });
  cleanUp.add(() => embedded.stop());
  const port = String(await findFreePort([]));
  const variables = {
    COPPICE_ENV: "development",
    DATABASE_URL: embedded.controlUrl,
    COPPICE_HOST_SOCKET: serverSocketOf(embedded.host),
    COPPICE_CHANGE_FILE: join(folder, "data", "changes"),
    COPPICE_SECRET_KEYS_FILE: embedded.secretKeysFile,
    PORT: port,
    COPPICE_DATA_DIR: join(folder, "data"),
  };
  await migrate(embedded.controlUrl);
  const environment = readEnvironment({ ...variables, LOG_LEVEL: "warn" });
  await prepare(environment, embeddedHostOf(embedded));
  let printed = "";
  await completeFirstRun(environment, (text) => {
    printed = text;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const guard = startProcess(join(folder, "guard.log"), ["dist/server.js", ...guardArguments(embedded.host)], {});
  cleanUp.add(() => guard.stop());
  await startRole(cleanUp, folder, { ...variables, COPPICE_ROLES: "worker" });
  await startRole(cleanUp, folder, { ...variables, COPPICE_ROLES: "web" }, baseUrl);
  const control = new pg.Pool({ connectionString: embedded.controlUrl, max: 2 });
  cleanUp.add(() => control.end());
  const { socketDirectory, port: hostPort, superuser: user, provisionerUrl, sharesBlocks } = embedded.host;
  const superuser = new pg.Client({ host: socketDirectory, port: hostPort, user, database: "postgres" });
  await superuser.connect();
  cleanUp.add(() => superuser.end());
  return {
    ...{ baseUrl, folder, variables, control, provisionerUrl, sharesBlocks, superuser },
    firstRun: Object.fromEntries([...printed.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value])),
    dataDirectory: embedded.host.dataDirectory,
    organisationId: await organisationOf(control),
    postgresVersion: String((await superuser.query("SHOW server_version")).rows[0]?.server_version),
  };
}

async function startRole(
  cleanUp: CleanUp,
  folder: string,
  variables: Record<string, string> & { COPPICE_ROLES: string },
  baseUrl?: string,
): Promise<void> {
  const log = join(folder, `${variables.COPPICE_ROLES}.log`);
  const started = startProcess(log, ["dist/server.js"], variables);
  cleanUp.add(() => started.stop());
  if (baseUrl !== undefined) await untilReady(baseUrl, started);
}

/** The operator's own, which the first run has made. */
async function organisationOf(control: pg.Pool): Promise<string> {
  const { rows } = await control.query<{ id: string }>("SELECT id FROM organisation");
  const [organisation] = rows;
  if (!organisation) throw new Error("The first run has made no organisation.");
  return organisation.id;
}
