import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { Registry } from "prom-client";
import type { Role } from "@/lib/core/access/permissions";
import { ConcurrencyLimiter } from "@/lib/core/concurrency";
import type { Actor, Context } from "@/lib/core/context";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { createDatabaseClient, type DatabaseClient } from "@/lib/core/db/client";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import type { Clock } from "@/lib/core/ports/clock";
import type { MailServices } from "@/lib/core/ports/mail-services";
import { endShellRolesOfMember } from "@/lib/hosting/shell-connections/end-of-member";
import { KnownHealth } from "@/lib/hosting/status/known-health";
import { EsbuildFunctionBundler } from "@/lib/infra/function-bundler/esbuild-function-bundler";
import { DevelopmentInbox } from "@/lib/infra/mail/development-inbox";
import { OAuthIdentityProviders } from "@/lib/infra/oauth/oauth-identity-providers";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import { OrganisationQueues } from "@/lib/infra/organisation-queues";
import { CheckedHttp } from "@/lib/infra/outgoing-http/checked-http";
import { RegisteredHosts } from "@/lib/infra/postgres-host/registered-hosts";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { socketsOfOneProcess } from "@/lib/infra/realtime/shared-sockets";
import { NodeSamlService } from "@/lib/infra/saml/node-saml-service";
import { noCrashPoint } from "@/lib/infra/system";
import { AbsentFunctions } from "@/lib/infra/workerd/absent-functions";
import { LiveSettings } from "@/lib/people/operator-settings/live-settings";
import { membersOfOrganisations } from "@/lib/people/sso/members";
import type { ServiceContext } from "@/lib/runtime";
import { createSignInServices } from "@/lib/runtime/create-sign-in-services";
import { ConnectionRegistry } from "@/lib/services/realtime/sockets/connection-registry";
import { PublicObjectLookup } from "@/lib/services/storage/links/public-object-lookup";
import { UsageRecorder } from "@/lib/services/usage/recorder";
import { createSqlParts } from "@/lib/sql/over-http/context";
import { workerControlUrl } from "./clusters";
import { postgresClient } from "./postgres-client";

export const random = { bytes: (length: number) => randomBytes(length) };

export const OPERATOR: Actor = { kind: "operator", id: "test" };

export const testKey = { id: "t1", secret: randomBytes(32) };

/** A clock that stands still until it is told otherwise. */
export class FixedClock implements Clock {
  #now: Date;

  constructor(now = new Date("2026-03-01T09:30:00.000Z")) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

let shared: Promise<DatabaseClient> | null = null;

/** One client per worker, on the worker's own migrated database. */
export function workerDatabase(): Promise<DatabaseClient> {
  shared ??= workerControlUrl().then((connectionString) =>
    createDatabaseClient(new pg.Pool({ connectionString, max: 10, allowExitOnIdle: true }), (error) => {
      throw error;
    }),
  );
  return shared;
}

/** A context of real parts: the worker's database, a real sealer, real randomness. The operator by default. */
export async function makeContext(
  options: { actor?: Actor; clock?: Clock; sealer?: SecretSealer; mail?: Partial<MailServices> } = {},
): Promise<ServiceContext> {
  const db = await workerDatabase();
  const log = pino({ level: "silent" });
  const sealer = options.sealer ?? new SecretSealer([testKey], random);
  return {
    actor: options.actor ?? OPERATOR,
    requestId: createId("request", random),
    clientAddress: "192.0.2.1",
    baseUrl: "http://localhost:3000",
    idempotencyRecordId: null,
    db,
    ...lookupsOn(db),
    ...createSqlParts(db),
    rateLimiter: new MemoryRateLimiter(),
    concurrency: new ConcurrencyLimiter(),
    clock: options.clock ?? new FixedClock(),
    random,
    sealer,
    operators: [],
    dashboardSecret: "a dashboard secret of the tests, 32 characters or more",
    hosts: new RegisteredHosts(db, sealer, log),
    operationQueue: new OrganisationQueues(),
    functions: new AbsentFunctions(),
    functionBundler: new EsbuildFunctionBundler(),
    functionHeaders: [],
    mail: {
      mailer: new DevelopmentInbox(log, null),
      fallbackAddress: "no-reply@coppice.example",
      returnAddress: null,
      spfMechanism: null,
      resolveTxt: () => Promise.reject(new Error("this test has no name server")),
      ...options.mail,
    },
    outgoing: new CheckedHttp({ allowsLoopback: true }),
    objects: new DiskObjectStore(join(tmpdir(), "coppice-objects")),
    publicObjects: new PublicObjectLookup(db),
    contentUrl: "http://127.0.0.1:3001",
    crashPoint: noCrashPoint,
    endBeyondRole: endShellRolesOfMember,
    pingRedis: null,
    readBackups: async () => null,
    readLocalWindow: async () => null,
    copier: postgresClient(),
    drain: { isDraining: false },
    health: new KnownHealth(),
    metrics: new Registry(),
    version: () => "0.0.0-test",
    build: { sha: "test", timestamp: "2026-03-01T09:30:00.000Z" },
    securityContact: null,
    settings: new LiveSettings({ db, sealer, log, environment: readEnvironment({}) }),
    auditDays: 730,
    deletedDatabaseDays: 0,
    billing: null,
    drafts: null,
    realtime: new ConnectionRegistry({ sealer, random, ...socketsOfOneProcess(random) }),
    usage: new UsageRecorder(db, log, options.clock ?? new FixedClock()),
    log,
  };
}

/** Returns the look-ups of keys, sessions and projects, on another database. */
export function lookupsOn(db: DatabaseClient): Pick<ServiceContext, "managementKeys" | "signIn"> {
  return {
    managementKeys: createSqlParts(db).managementKeys,
    signIn: createSignInServices(db, {
      identityProviders: new OAuthIdentityProviders(
        { konnosIssuer: null, endpoints: {} },
        new CheckedHttp({ allowsLoopback: true }),
      ),
      saml: new NodeSamlService(),
      members: membersOfOrganisations,
      breachedPasswords: null,
      flowSecret: "a flow secret of the tests, 32 characters or more",
      hasLenientLimits: false,
    }),
  };
}

export interface TestOrganisation {
  id: string;
  name: string;
  /** An actor for each role, as the dashboard makes it. */
  member: Record<Role, Extract<Actor, { kind: "member" }>>;
}

/** The project of the dashboard's accounts, made when the database has none yet. */
export async function dashboardProjectId(db: Context["db"]): Promise<string> {
  await db.$executeRaw`
    insert into project (id, name, built_in_as, settings)
    values (${createId("project", random)}, 'Dashboard', 'dashboard', '{"requireVerifiedEmail": true}')
    on conflict (built_in_as) do nothing`;
  return (await db.project.findUniqueOrThrow({ where: { builtInAs: "dashboard" }, select: { id: true } })).id;
}

/** A member with an account of their own, whose address is proven. Answers the member's id. */
export async function insertMember(
  db: Context["db"],
  { organisationId, email, role }: { organisationId: string; email: string; role: Role },
): Promise<string> {
  const [userId, memberId] = [createId("user", random), createId("member", random)];
  const projectId = await dashboardProjectId(db);
  await db.user.create({ data: { id: userId, projectId, email, emailVerified: true, name: "" } });
  await db.member.create({ data: { id: memberId, organisationId, userId, role } });
  return memberId;
}

/** An organisation of its own for a suite, with one member of each role. */
export async function createOrganisation(
  options: { managementApi?: boolean; db?: DatabaseClient; plan?: Plan } = {},
): Promise<TestOrganisation> {
  const db = options.db ?? (await workerDatabase());
  const id = createId("organisation", random);
  const name = `Test ${id.slice(-6)}`;
  await db.organisation.create({
    data: { id, name, plan: options.plan ?? "team", managementApi: options.managementApi ?? true },
  });
  const addMember = async (role: Role) => {
    const memberId = await insertMember(db, { organisationId: id, email: `${role}@${id}.example`, role });
    return { kind: "member" as const, id: memberId, organisationId: id, role };
  };
  const member = {
    owner: await addMember("owner"),
    admin: await addMember("admin"),
    developer: await addMember("developer"),
    viewer: await addMember("viewer"),
  };
  return { id, name, member };
}

/** The actor of a read-write, organisation-wide key of this member, unless told otherwise. */
export function keyActor(
  member: Extract<Actor, { kind: "member" }>,
  options: Partial<Extract<Actor, { kind: "management-key" }>> = {},
): Extract<Actor, { kind: "management-key" }> {
  return {
    kind: "management-key",
    id: createId("key", random),
    organisationId: member.organisationId,
    memberId: member.id,
    role: member.role,
    databaseId: null,
    readOnly: false,
    managementApi: true,
    ...options,
  };
}
