import "server-only";
import { hkdfSync } from "node:crypto";
import pg from "pg";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { KeyLookup } from "@/lib/api-keys/key-lookup";
import { KeyUseRecorder } from "@/lib/api-keys/last-used";
import type { Actor, Context } from "@/lib/context";
import { parseKeyRing, SecretSealer } from "@/lib/crypto/seal";
import { createDatabaseClient, type DatabaseClient } from "@/lib/db/client";
import { type Environment, EnvironmentError, readEnvironment, readSecretKeys } from "@/lib/env";
import { MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/hosts/version-floor";
import { readBuild } from "@/lib/infra/build-info";
import { createLogger } from "@/lib/infra/logger";
import { RegisteredHosts } from "@/lib/infra/postgres-host/registered-hosts";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { RedisRateLimiter } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { crashAt, noCrashPoint, systemClock, systemRandom } from "@/lib/infra/system";
import type { Random } from "@/lib/ports/random";
import type { RateLimiter } from "@/lib/ports/rate-limiter";

/** Everything a process shares between its requests. */
export interface Runtime {
  environment: Environment;
  log: Logger;
  random: Random;
  db: DatabaseClient;
  pool: pg.Pool;
  rateLimiter: RateLimiter;
  redis: RedisRateLimiter | null;
  keyUses: KeyUseRecorder;
  metrics: Registry;
  /** For the sealed cookies of the dashboard; derived from the key ring, for this purpose only. */
  sessionSecret: string;
  startedAt: Date;
  context(from: { actor: Actor; requestId: string; clientAddress?: string | null }): Context;
  observe(operation: string, method: string, status: number, milliseconds: number): void;
  close(): Promise<void>;
}

/** Builds the adapters. Needs a database URL and a key ring, which the start script provides in the embedded case. */
export function createRuntime(environment: Environment): Runtime {
  const { databaseUrl, secretKeys } = environment;
  if (databaseUrl === null || secretKeys === null) {
    throw new EnvironmentError("DATABASE_URL and COPPICE_SECRET_KEYS (or COPPICE_SECRET_KEYS_FILE) must be set.");
  }
  const log = createLogger(environment.logLevel);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: "coppice",
  });
  const onDatabaseError = (error: Error) => log.warn({ err: error }, "a connection to the control plane was lost");
  pool.on("error", onDatabaseError);
  // A client that is checked out reports a lost connection by itself.
  pool.on("connect", (client) => client.on("error", onDatabaseError));
  const db = createDatabaseClient(pool, onDatabaseError);
  const readRing = () => parseKeyRing(readSecretKeys(secretKeys));
  const ring = readRing();
  const sealer = new SecretSealer(ring, systemRandom, readRing);
  const hosts = new RegisteredHosts(db, sealer, log);
  const redis = environment.redisUrl === null ? null : connectRedis(environment.redisUrl, log);
  const keys = new KeyLookup(db);
  const keyUses = new KeyUseRecorder(db, log);
  const metrics = createMetrics();
  const build = readBuild();
  const crashPoint = environment.crashAt === null ? noCrashPoint : crashAt(environment.crashAt);
  return {
    environment,
    log,
    random: systemRandom,
    db,
    pool,
    rateLimiter: redis ?? new MemoryRateLimiter(),
    redis,
    keyUses,
    metrics: metrics.registry,
    observe: metrics.observe,
    sessionSecret: Buffer.from(hkdfSync("sha256", ring[0].secret, "", "coppice/dashboard-session", 32)).toString("hex"),
    startedAt: systemClock.now(),
    context: ({ actor, requestId, clientAddress = null }) => ({
      actor,
      requestId,
      clientAddress,
      baseUrl: environment.url,
      idempotencyRecordId: null,
      db,
      keys,
      clock: systemClock,
      random: systemRandom,
      sealer,
      hosts,
      crashPoint,
      minimumServerVersionNum: environment.mode === "production" ? MINIMUM_PRODUCTION_VERSION_NUM : 0,
      pingRedis: redis === null ? null : () => redis.ping(),
      metrics: metrics.registry,
      build,
      securityContact: environment.securityContact,
      log: log.child({ requestId }),
    }),
    close: async () => {
      await keyUses.close();
      await hosts.close();
      await redis?.close();
      await db.$disconnect();
      await pool.end();
    },
  };
}

const GLOBAL = Symbol.for("coppice.runtime");

/** The process's runtime, made on first use. The API lane and Next's bundle of the same files find the same one. */
export async function getRuntime(): Promise<Runtime> {
  const scope = globalThis as { [GLOBAL]?: Runtime };
  scope[GLOBAL] ??= createRuntime(readEnvironment());
  return scope[GLOBAL];
}

/** Gives this process a runtime that was made elsewhere. */
export function setRuntime(runtime: Runtime): void {
  (globalThis as { [GLOBAL]?: Runtime })[GLOBAL] = runtime;
}

function connectRedis(url: string, log: Logger): RedisRateLimiter {
  return new RedisRateLimiter(url, (error) =>
    log.warn({ err: error }, "Redis does not answer; limits are counted in memory meanwhile"),
  );
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "coppice_http_requests_total",
    help: "Requests answered, by operation and status",
    labelNames: ["operation", "method", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "coppice_http_request_duration_seconds",
    help: "Time from the first byte of a request to its answer",
    labelNames: ["operation"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const observe = (operation: string, method: string, status: number, milliseconds: number) => {
    requests.inc({ operation, method, status });
    duration.observe({ operation }, milliseconds / 1000);
  };
  return { registry, observe };
}
