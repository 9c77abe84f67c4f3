import pg from "pg";
import pino from "pino";
import { WORKER } from "@/lib/core/access/service-actor";
import type { Actor, Context } from "@/lib/core/context";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { createDatabaseClient, type DatabaseClient } from "@/lib/core/db/client";
import { serverSocketOf } from "@/lib/core/db/server-socket";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import type { RateLimiter } from "@/lib/core/ports/rate-limiter";
import { createDatabase } from "@/lib/hosting/databases/create";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { registerEmbeddedHost } from "@/lib/hosting/hosts/register-embedded";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import { OrganisationQueues } from "@/lib/infra/organisation-queues";
import { RegisteredHosts } from "@/lib/infra/postgres-host/registered-hosts";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { systemClock } from "@/lib/infra/system";
import { newControlUrl, type WorkerHostCluster, workerHostCluster } from "./clusters";
import { createOrganisation, makeContext, random, testKey } from "./context";

export const NO_SUCH_DATABASE = "db_00000000000000000000";

/** The parts of the service that host databases, on a control database of their own and the worker's real cluster. */
export interface HostingService {
  db: DatabaseClient;
  controlUrl: string;
  sealer: SecretSealer;
  cluster: WorkerHostCluster;
  hostId: string;
  context(
    actor: Actor,
    options?: Partial<Pick<Context, "crashPoint" | "idempotencyRecordId" | "deletedDatabaseDays">>,
  ): Promise<BackupContext>;
  /** Returns the context under which the worker runs the service's own jobs. */
  worker(options?: Partial<Pick<Context, "crashPoint" | "deletedDatabaseDays">>): Promise<Context>;
  organisation(plan?: Plan): ReturnType<typeof createOrganisation>;
  close(): Promise<void>;
}

/** `own` is for tests that stop the cluster or harm it. */
export async function openHostingService(own?: WorkerHostCluster): Promise<HostingService> {
  const cluster = own ?? (await workerHostCluster());
  await emptyHost(cluster);
  const controlUrl = await newControlUrl();
  const pool = new pg.Pool({ connectionString: controlUrl, max: 20, allowExitOnIdle: true });
  const rethrow = (error: Error) => {
    throw error;
  };
  const db = createDatabaseClient(pool, rethrow);
  pool.on("error", rethrow);
  pool.on("connect", (client) => client.on("error", rethrow));
  const sealer = new SecretSealer([testKey], random);
  const hosts = new RegisteredHosts(db, sealer, pino({ level: "silent" }), { hostSocket: serverSocketOf(cluster) });
  const operationQueue = new OrganisationQueues();
  const limiter = new MemoryRateLimiter();
  // The tests of one file are one organisation's and do more within a minute than anybody does.
  const rateLimiter: RateLimiter = {
    consume: (limit, key) => limiter.consume({ ...limit, limit: limit.limit * 100 }, key),
    reset: (limit, key) => limiter.reset({ ...limit, limit: limit.limit * 100 }, key),
  };
  const context: HostingService["context"] = async (actor, options = {}) => {
    const ctx = await makeContext({ actor, sealer, clock: systemClock });
    return { ...ctx, db, hosts, operationQueue, rateLimiter, ...options };
  };
  const { id: hostId } = await registerEmbeddedHost(await context(WORKER), {
    provisionerUrl: cluster.provisionerUrl,
    publicHost: cluster.address,
    publicPort: cluster.port,
    sslMode: null,
    capacity: 1_000,
    sharesBlocks: cluster.sharesBlocks,
    serverVersionNum: 180_004,
    systemIdentifier: "embedded",
  });
  return {
    ...{ db, controlUrl, sealer, cluster, hostId, context },
    worker: (options = {}) => context(WORKER, options),
    organisation: (plan = "team") => createOrganisation({ db, plan }),
    close: async () => {
      await hosts.close();
      await db.$disconnect();
      await pool.end();
    },
  };
}

/** A database that is `ready`; answers its id. */
export async function createReadyDatabase(service: HostingService, owner: Actor, name?: string): Promise<string> {
  const ctx = await service.context(owner);
  const { id } = await createDatabase(ctx, { name: name ?? `n-${createId("request", random).slice(-12)}` });
  await provisionDatabase(await service.worker(), { databaseId: id });
  return id;
}

/** The worker's cluster outlives a test file: databases that an earlier one left on it go first. */
async function emptyHost(cluster: WorkerHostCluster): Promise<void> {
  await asSuperuser(cluster, "postgres", async (client) => {
    const databases = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname ~ '^db_'",
    );
    for (const { name } of databases.rows) await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    const roles = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname ~ '^(db|eu|fn|ro|sh)_'",
    );
    for (const { name } of roles.rows) await client.query(`DROP ROLE "${name}"`);
  });
}

/** Over the socket, the only way in for the superuser. The service itself never does this. */
export async function asSuperuser<T>(
  { socketDirectory, port, superuser }: Pick<WorkerHostCluster, "socketDirectory" | "port" | "superuser">,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(new pg.Client({ host: socketDirectory, port, user: superuser, database }), work);
}

/** One session over a connection string, as a customer has it. */
export async function asCustomer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(new pg.Client({ connectionString }), work);
}

/** The SQLSTATE a session is refused with, or `null` when it is let in and `statement` runs. */
export async function refusalOf(connectionString: string, statement = "SELECT 1"): Promise<string | null> {
  try {
    await asCustomer(connectionString, (client) => client.query(statement));
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
    throw error;
  }
}

/** Returns the same credential for another database of the cluster. */
export function toDatabase(connectionString: string, database: string): string {
  return Object.assign(new URL(connectionString), { pathname: `/${database}` }).href;
}

async function withClient<T>(client: pg.Client, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // A session that the service ends reports it by itself as well as in the query it interrupts.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
