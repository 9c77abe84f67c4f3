import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createRuntime, type Runtime, type ServiceContext } from "@/lib/runtime";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import type { WorkerHostCluster } from "@/tests/support/clusters";
import { asSuperuser } from "@/tests/support/databases";
import type { CleanUp } from "../clean-up";
import { insertKeys } from "../rows";
import { FaultApi } from "./api";
import { untilNoRows } from "./control";
import { clusterOf } from "./invariants";
import { type Entry, Ledger } from "./ledger";
import type { SeededRandom } from "./random";
import type { KillableService } from "./service";
import { type Pace, Traffic } from "./traffic";
import { Writers } from "./writers";

const KEYS = 400;

/** A running service, seen from inside. */
export interface Stage {
  service: KillableService;
  control: pg.Pool;
  /** A runtime of this process, which no round kills. */
  runtime: Runtime;
  organisationId: string;
  hostDirectory: string;
  /** Returns a context of the organisation's owner. */
  ctx: () => ServiceContext;
  /** The customers' cluster as it is now. */
  cluster: () => WorkerHostCluster;
  superuser: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
}

export async function openStage(cleanUp: CleanUp, service: KillableService): Promise<Stage> {
  const found = await findEmbeddedPostgres(service.dataFolder);
  if (!found) throw new Error(`There are no clusters in ${service.dataFolder}.`);
  const control = new pg.Pool({ connectionString: found.controlUrl, max: 6, connectionTimeoutMillis: 5_000 });
  control.on("error", () => undefined);
  cleanUp.add(() => control.end());
  const { rows } = await control.query<{ id: string; organisationId: string }>(
    `SELECT id, organisation_id AS "organisationId" FROM member`,
  );
  const [member] = rows;
  if (!member) throw new Error("The first run has made no member.");
  const runtime = createRuntime(
    readEnvironment({
      ...{ COPPICE_ENV: "development", DATABASE_URL: found.controlUrl, LOG_LEVEL: "silent" },
      ...{ COPPICE_SECRET_KEYS_FILE: found.secretKeysFile, COPPICE_OUTGOING_LOOPBACK: "allowed" },
    }),
  );
  cleanUp.add(() => runtime.close());
  const hostDirectory = service.workingFolderOf("host postmaster");
  const cluster = () => clusterOf(hostDirectory, found.provisionerUrl);
  const actor = { kind: "member", role: "owner", ...member } as const;
  return {
    ...{ service, control, runtime, organisationId: member.organisationId, hostDirectory, cluster },
    ctx: () => runtime.context({ actor, requestId: createId("request", runtime.random) }),
    superuser: (work) => asSuperuser(cluster(), "postgres", work),
  };
}

export interface HostingTraffic {
  api: FaultApi;
  ledger: Ledger;
  writers: Writers;
  traffic: Traffic;
  reveal: (entry: Entry) => Promise<string | null>;
}

/** Clients of databases and branches, who are yet to start. */
export async function openTraffic(
  stage: Stage,
  random: SeededRandom,
  { writersAtOnce, ...pace }: Partial<Pace & { writersAtOnce: number }> = {},
): Promise<HostingTraffic> {
  const { service, control, organisationId, ctx } = stage;
  const api = new FaultApi(service.baseUrl, await insertKeys(control, organisationId, KEYS));
  const ledger = new Ledger();
  const reveal = (entry: Entry) => revealString(api, entry);
  const writers = new Writers(ledger, reveal, writersAtOnce);
  const untilIdle = async ({ id }: Entry) => {
    await untilNoRows(control, "SELECT FROM operation WHERE database_id = $1 AND status = 'running'", [id]);
  };
  return { api, ledger, writers, traffic: new Traffic({ api, ledger, writers, random, ctx, untilIdle }, pace), reveal };
}

/** Creates a database that everything is done to but deletion, and returns it once it lets its customer in. */
export async function makeLasting({ traffic, reveal }: HostingTraffic): Promise<Entry> {
  const entry = await traffic.create();
  if (!entry) throw new Error("The first database could not be made.");
  while ((await reveal(entry)) === null) await delay(50);
  // Nobody works at it besides, so its string stays.
  entry.users = 1;
  return entry;
}

/** Notes the string unless a rotate came in between. */
async function revealString(api: FaultApi, entry: Entry): Promise<string | null> {
  const { rotates } = entry;
  const answer = await api.call("GET", `/api/v1/databases/${entry.id}/connection-string`);
  if (answer.status !== 200) return null;
  const { connectionString } = answer.body as { connectionString: string };
  if (rotates === entry.rotates && !entry.isStringUncertain) entry.connectionString = connectionString;
  return connectionString;
}
