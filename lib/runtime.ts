import "server-only";
import type pg from "pg";
import type { Logger } from "pino";
import { readBackupStatus } from "@/lib/core/backup-status";
import { ConcurrencyLimiter } from "@/lib/core/concurrency";
import type { Actor, RequestSubject } from "@/lib/core/context";
import type { DatabaseClient } from "@/lib/core/db/client";
import type { Environment } from "@/lib/core/env";
import { isLocalDevelopment } from "@/lib/core/local-development";
import { readLocalWindow } from "@/lib/core/local-window";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { PictureMaker } from "@/lib/core/ports/picture-maker";
import type { Random } from "@/lib/core/ports/random";
import type { RateLimiter } from "@/lib/core/ports/rate-limiter";
import type { AnsweredRequest } from "@/lib/core/ports/telemetry";
import { type Span, Trace } from "@/lib/core/trace";
import { MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/core/version-floor";
import { readGuardFigures } from "@/lib/hosting/guard/read-figures";
import { endShellRolesOfMember } from "@/lib/hosting/shell-connections/end-of-member";
import { KnownHealth } from "@/lib/hosting/status/known-health";
import { readServiceFigures } from "@/lib/hosting/status/read-figures";
import type { StatusContext } from "@/lib/hosting/status/status-context";
import { readBuild, readVersion } from "@/lib/infra/build-info";
import { connectControlPlane } from "@/lib/infra/control-plane";
import { EsbuildFunctionBundler } from "@/lib/infra/function-bundler/esbuild-function-bundler";
import { addGuardMetrics } from "@/lib/infra/guard-metrics";
import { createLogger } from "@/lib/infra/logger";
import { createMetrics } from "@/lib/infra/metrics";
import { OAuthIdentityProviders } from "@/lib/infra/oauth/oauth-identity-providers";
import { OrganisationQueues } from "@/lib/infra/organisation-queues";
import { CheckedHttp } from "@/lib/infra/outgoing-http/checked-http";
import { PasswordRangeClient } from "@/lib/infra/password-range-client";
import { SharpPictureMaker } from "@/lib/infra/pictures/sharp-picture-maker";
import { RegisteredHosts } from "@/lib/infra/postgres-host/registered-hosts";
import { PostgresPrograms } from "@/lib/infra/postgres-programs/postgres-programs";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { RedisRateLimiter } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { addServiceMetrics } from "@/lib/infra/service-metrics";
import { crashPointOf, systemClock, systemRandom } from "@/lib/infra/system";
import type { DashboardContext } from "@/lib/people/accounts/session-cookie";
import type { ManagementKeyContext } from "@/lib/people/api-keys/authenticate";
import { KeyUseRecorder } from "@/lib/people/api-keys/last-used";
import type { AuditContext } from "@/lib/people/audit/context";
import type { OperatorSettingsContext } from "@/lib/people/operator-settings/context";
import type { LiveSettings } from "@/lib/people/operator-settings/live-settings";
import { membersOfOrganisations } from "@/lib/people/sso/members";
import type { BillingContext } from "@/lib/services/billing/context";
import type { DraftContext } from "@/lib/services/drafts/context";
import type { FunctionContext } from "@/lib/services/functions/context";
import { RequestRecorder } from "@/lib/services/project-logs/recorder";
import type { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import type { RealtimeContext } from "@/lib/services/realtime/sockets/context";
import type { StorageContext } from "@/lib/services/storage/context";
import { UsageRecorder } from "@/lib/services/usage/recorder";
import { createSqlParts, type SqlContext } from "@/lib/sql/over-http/context";
import { connectFunctions } from "./runtime/connect-functions";
import { connectRealtime } from "./runtime/connect-realtime";
import { connectSettings } from "./runtime/connect-settings";
import { connectStorage } from "./runtime/connect-storage";
import { connectTelemetry } from "./runtime/connect-telemetry";
import { createSignInServices } from "./runtime/create-sign-in-services";
import { openKeyRing } from "./runtime/open-key-ring";
import { whenUsed } from "./runtime/when-used";

/** Every request has the common context and the parts that single wings need besides. */
export interface ServiceContext
  extends StorageContext,
    ManagementKeyContext,
    DashboardContext,
    StatusContext,
    BillingContext,
    DraftContext,
    FunctionContext,
    SqlContext,
    AuditContext,
    OperatorSettingsContext,
    RealtimeContext {
  managementKeys: SqlContext["managementKeys"];
}

/** The requests of a process share this. */
export interface Runtime {
  environment: Environment;
  /** Renewed before a context is made, which has the values of that moment. */
  settings: LiveSettings;
  log: Logger;
  random: Random;
  db: DatabaseClient;
  pool: pg.Pool;
  rateLimiter: RateLimiter;
  pictures: PictureMaker;
  /** The sockets of this process, in one that serves them. */
  sockets: ConnectionRegistry;
  functions: FunctionRuntime;
  keyUses: KeyUseRecorder;
  projectKeyUses: KeyUseRecorder;
  scimTokenUses: KeyUseRecorder;
  adminKeyUses: KeyUseRecorder;
  version: StatusContext["version"];
  /** With `traceparent`, also a `null` one, the context is a request's, which has a span. */
  context(from: {
    actor: Actor;
    requestId: string;
    clientAddress?: string | null;
    traceparent?: string | null;
    subject?: RequestSubject;
  }): ServiceContext;
  /** Returns the place of a request in a trace; `null` where no collector is set up. */
  beginTrace(traceparent: string | null): Trace | null;
  drain: StatusContext["drain"];
  observe(request: AnsweredRequest): void;
  close(): Promise<void>;
}

/** Needs a database URL and a key ring; the start script provides both in the embedded case. */
export function createRuntime(environment: Environment): Runtime {
  const log = createLogger(environment.logLevel);
  const { pool, changes, db } = connectControlPlane(environment, log);
  const { sealer, flowSecret, dashboardSecret } = openKeyRing(environment);
  const redis = environment.redisUrl === null ? null : connectRedis(environment.redisUrl, log);
  const minimumVersionNum = environment.mode === "production" ? MINIMUM_PRODUCTION_VERSION_NUM : 0;
  const hosts = new RegisteredHosts(db, sealer, log, { minimumVersionNum, hostSocket: environment.hostSocket });
  const uses = recordKeyUses(db, log);
  const usage = new UsageRecorder(db, log, systemClock);
  const rateLimiter = redis ?? new MemoryRateLimiter();
  const { registry, observe, closeRecords, beginTrace, ...past } = connectMetrics(environment, db, log);
  const { settings, inForce, mailer } = connectSettings(environment, { db, sealer, log });
  const pictures = new SharpPictureMaker();
  const sql = createSqlParts(db);
  const { sockets, realtime } = connectRealtime(environment, sealer, log);
  const { functions, outcomes } = connectFunctions(environment, { ...sql, hosts, sealer, db, usage, registry, log });
  const outgoing = new CheckedHttp({ allowsLoopback: environment.allowsOutgoingLoopback });
  const shared = {
    baseUrl: environment.url,
    idempotencyRecordId: null,
    db,
    signIn: createSignInServices(db, {
      identityProviders: new OAuthIdentityProviders(environment.providers, outgoing),
      ...{ saml: whenUsed(loadSaml), members: membersOfOrganisations },
      breachedPasswords: connectPasswordRange(environment.passwordRangeUrl, log),
      flowSecret,
      hasLenientLimits: isLocalDevelopment(environment),
    }),
    rateLimiter,
    concurrency: new ConcurrencyLimiter(),
    clock: systemClock,
    random: systemRandom,
    sealer,
    operators: environment.operators,
    dashboardSecret,
    hosts,
    copier: new PostgresPrograms({ bin: environment.postgres.bin }),
    operationQueue: new OrganisationQueues(),
    ...{ settings, outgoing, usage, realtime, functions, functionBundler: new EsbuildFunctionBundler() },
    ...connectStorage(environment, db),
    ...sql,
    crashPoint: crashPointOf(environment.crashAt),
    endBeyondRole: endShellRolesOfMember,
    ...{ pingRedis: redis === null ? null : () => redis.ping(), metrics: registry, drain: { isDraining: false } },
    ...{ functionHeaders: environment.functions.headers, version: readVersion, build: readBuild(), ...past },
    ...{ billing: environment.billing, log, health: new KnownHealth() },
  };
  return {
    ...{ version: readVersion, environment, settings, log, random: systemRandom },
    ...{ db, pool, rateLimiter, pictures, sockets, functions, drain: shared.drain },
    ...{ ...uses, observe, beginTrace },
    context: ({ clientAddress = null, traceparent, ...from }) => {
      return { ...shared, ...inForce(), ...from, clientAddress, trace: beginTrace(traceparent) };
    },
    close: async () => {
      await closeRecords();
      for (const each of [...Object.values(uses), sockets, functions, outcomes, usage, pictures, sql.sqlSessions])
        await each.close();
      await mailer.close();
      await hosts.close();
      await redis?.close();
      await db.$disconnect();
      await pool.end();
      changes?.close();
    },
  };
}

const loadSaml = async () => new (await import("@/lib/infra/saml/node-saml-service")).NodeSamlService();

function connectMetrics(environment: Environment, db: DatabaseClient, log: Logger) {
  const metrics = createMetrics();
  const telemetry = connectTelemetry(environment, metrics.registry, log);
  const requests = new RequestRecorder(db, log, systemClock);
  const past = {
    readBackups: () => readBackupStatus(environment.dataDir),
    readLocalWindow: () => readLocalWindow(environment.dataDir),
  };
  addGuardMetrics(metrics.registry, {
    read: () => readGuardFigures(db),
    onError: (error) => log.warn({ err: error }, "the metrics of hosts could not be read"),
  });
  addServiceMetrics(metrics.registry, {
    read: () => readServiceFigures(db, systemClock, past),
    onError: (error) => log.warn({ err: error }, "the metrics of the service could not be read"),
  });
  const observe = (request: AnsweredRequest) => {
    metrics.observe(request);
    telemetry?.record(request);
    requests.record(request);
  };
  const closeRecords = async () => {
    await telemetry?.close();
    await requests.close();
  };
  const recordSpan = telemetry && ((span: Span) => telemetry.recordSpan(span));
  const beginTrace = (traceparent?: string | null) =>
    recordSpan && new Trace(recordSpan, traceparent ?? null, { hasSpan: traceparent !== undefined });
  return { registry: metrics.registry, observe, closeRecords, beginTrace, ...past };
}

function recordKeyUses(db: DatabaseClient, log: Logger) {
  return {
    keyUses: new KeyUseRecorder(db, log, "management_key"),
    projectKeyUses: new KeyUseRecorder(db, log, "project_key"),
    adminKeyUses: new KeyUseRecorder(db, log, "admin_key"),
    scimTokenUses: new KeyUseRecorder(db, log, "scim_token"),
  };
}

const connectPasswordRange = (url: string | null, log: Logger) =>
  url === null ? null : new PasswordRangeClient(url, log);

function connectRedis(url: string, log: Logger): RedisRateLimiter {
  return new RedisRateLimiter(url, (error) =>
    log.warn({ err: error }, "Redis does not answer; limits are counted in memory meanwhile"),
  );
}
