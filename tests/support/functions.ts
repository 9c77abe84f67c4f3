import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Role } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import type { Clock } from "@/lib/core/ports/clock";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import type { FunctionDatabases } from "@/lib/infra/postgres-proxy/session-shelf";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { systemClock } from "@/lib/infra/system";
import type { ServiceContext } from "@/lib/runtime";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import { findWithdrawn } from "@/lib/services/functions/find-withdrawn";
import { invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { OutcomeRecorder } from "@/lib/services/functions/logs/recorder";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";
import { takeOverMadeByFunctions } from "@/lib/services/functions/take-over-made";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { UsageRecorder } from "@/lib/services/usage/recorder";
import { createSqlParts } from "@/lib/sql/over-http/context";
import { createOrganisation, lookupsOn, makeContext, OPERATOR, random, type TestOrganisation } from "./context";
import { createReadyDatabase, type HostingService } from "./databases";
import { functionRequest, toResponse } from "./function-messages";
import { startFunctions } from "./function-runtime";
import { insertProject } from "./projects";

export interface TestFunctions {
  organisation: TestOrganisation;
  projectId: string;
  runtime: FunctionRuntime;
  recorder: OutcomeRecorder;
  server(scope?: ServerKeyScope): Promise<ServiceContext>;
  member(role: Role): Promise<ServiceContext>;
  user(userId: string): Promise<ServiceContext>;
  visitor(): Promise<ServiceContext>;
  /** A server key of another organisation's project. */
  stranger(): Promise<ServiceContext>;
  operator(): Promise<ServiceContext>;
}

interface Options {
  plan?: Plan;
  isOn?: boolean;
  clock?: Clock;
  runtime?: FunctionRuntime;
  /** The hosting of the project's database, for functions that need one. */
  hosting?: HostingService;
  /** Whether functions may reach a test's servers on this machine. */
  allowsLoopback?: boolean;
}

/** A project of an organisation that may run functions, which the real runtime runs until the test has finished. */
export async function makeFunctions(options: Options = {}): Promise<TestFunctions> {
  const { plan = "free", isOn = true, clock = systemClock, hosting, allowsLoopback = false } = options;
  const context = async (actor: Actor): Promise<ServiceContext> => ({
    ...(await makeContext({ actor, clock, ...(hosting && { sealer: hosting.sealer }) })),
    ...(hosting && { db: hosting.db, ...lookupsOn(hosting.db), ...createSqlParts(hosting.db) }),
  });
  const base = await context(OPERATOR);
  const organisation = await createOrganisation({ plan, ...(hosting && { db: hosting.db }) });
  const { id: projectId } = await insertProject(organisation, { operator: base });
  const outside = {
    rules: { allowsLoopback },
    findWithdrawn: (ids: readonly string[]) => findWithdrawn(base, ids),
    ...(hosting && { databases: databasesOf(hosting) }),
  };
  const runtime = options.runtime ?? startFunctions(outside).runtime;
  await base.db.organisation.update({ where: { id: organisation.id }, data: { functions: isOn } });
  const folder = await mkdtemp(join(tmpdir(), "functions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const objects = new DiskObjectStore(folder);
  const rateLimiter = new MemoryRateLimiter();
  const usage = new UsageRecorder(base.db, base.log, clock);
  const recorder = new OutcomeRecorder({ db: base.db, log: base.log, usage });
  runtime.onOutcome((outcome) => recorder.record(outcome));
  onTestFinished(() => recorder.close());
  const as = async (actor: Actor): Promise<ServiceContext> => ({
    ...(await context(actor)),
    ...{ objects, rateLimiter, usage, functions: runtime },
  });
  const server = (id: string, scope: ServerKeyScope = "read-write") =>
    as({ kind: "server-key", id: createId("key", random), projectId: id, scope });
  return {
    ...{ organisation, projectId, runtime, recorder },
    server: (scope) => server(projectId, scope),
    member: (role) => as(organisation.member[role]),
    user: (id) => as({ kind: "end-user", id, projectId, claims: { sub: id, sid: "ses_1", role: "editor" } }),
    visitor: () => as({ kind: "public-key", id: createId("key", random), projectId, scope: "read-write" }),
    stranger: async () =>
      server((await insertProject(await createOrganisation(hosting && { db: hosting.db }), { operator: base })).id),
    operator: () => as({ kind: "operator", id: "test" }),
  };
}

/** Gives the project a database of its own, and returns its id. */
export async function giveDatabase(
  { organisation, projectId }: TestFunctions,
  hosting: HostingService,
): Promise<string> {
  const databaseId = await createReadyDatabase(hosting, organisation.member.owner);
  const owner = await hosting.context(organisation.member.owner);
  await setProjectDatabase(owner, { organisationId: organisation.id, projectId, databaseId });
  return databaseId;
}

function databasesOf(hosting: HostingService): FunctionDatabases {
  const context = async () => ({ ...(await hosting.worker()), ...createSqlParts(hosting.db) });
  return {
    connect: async (owner) => openFunctionDatabase(await context(), owner),
    takeOver: async (databaseId) => takeOverMadeByFunctions(await context(), databaseId),
  };
}

/** Deploys one file, `index.ts`, unless told otherwise. */
export async function deploy(
  functions: TestFunctions,
  name: string,
  index: string,
  { as, ...input }: Partial<DeployInput> & { as?: ServiceContext } = {},
): Promise<FunctionDeployment> {
  const source = input.bundle === undefined ? { files: { "index.ts": index } } : {};
  const ctx = as ?? (await functions.server());
  return deployFunction(ctx, { projectId: functions.projectId, name, ...DeployInput.parse({ ...source, ...input }) });
}

/** Calls a function as its app's server, unless told otherwise. */
export async function invoke(
  functions: TestFunctions,
  name: string,
  { as, depth = 0, ...init }: RequestInit & { as?: ServiceContext; depth?: number } = {},
): Promise<Response> {
  const url = `https://api.example/v1/projects/x/functions/${name}/invoke`;
  const request = functionRequest(url, { method: "POST", ...init });
  const ctx = as ?? (await functions.server());
  return toResponse(await invokeFunction(ctx, { projectId: functions.projectId, name, request, depth }));
}

/** The body of a handler as a file. */
export const answering = (expression: string) => `export default { async fetch(request) { return ${expression}; } };`;
