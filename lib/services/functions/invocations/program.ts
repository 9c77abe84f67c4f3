import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { createBatchLoader } from "@/lib/core/db/batch-loader";
import { type Database, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { functionNotFound } from "@/lib/core/not-found";
import { planLimits } from "@/lib/core/plans";
import type { FunctionCode, FunctionProgram } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "../context";
import { openEnv } from "../environment";
import { secretPlace } from "../secrets/resource";

/** A project, and a function of it where there is one by the name. */
export interface FoundProgram {
  projectId: string;
  status: string;
  tier: string;
  isOn: boolean;
  databaseId: string | null;
  functionId: string | null;
  access: "public" | "signed-in" | "server";
  egressMode: "open" | "list" | "none";
  egressHosts: string[];
  hasWebAddress: boolean;
  versionId: string | null;
  envRevision: number;
  secretsRevision: string | null;
}

interface Asked {
  projectId: string;
  name: string;
  /** `null` for the version that answers. */
  versionId: string | null;
}

const loaders = new WeakMap<object, (asked: Asked) => Promise<FoundProgram | null>>();

/**
 * Returns the facts that decide over an invocation: of the version that answers, unless another is named. Those that
 * arrive together share a statement.
 */
export async function findProgram(
  { db }: FunctionContext,
  { projectId, name, versionId = null }: { projectId: string; name: string; versionId?: string | null },
): Promise<FoundProgram | null> {
  const load = loaders.get(db) ?? createBatchLoader(db, nameOf, (asked) => findPrograms(db, asked));
  loaders.set(db, load);
  return load({ projectId, name, versionId });
}

function nameOf({ projectId, name, versionId }: Asked): string {
  return `${projectId} ${versionId} ${name}`;
}

async function findPrograms(db: Database, asked: Asked[]): Promise<ReadonlyMap<string, FoundProgram>> {
  const rows = await readRows<FoundProgram & { asked: Asked }>(
    db,
    Prisma.sql`
    select json_build_object('projectId', a.project_id, 'name', a.name, 'versionId', a.version_id) as asked,
      p.id as "projectId", p.status, p.tier, coalesce(o.functions, false) as "isOn", p.database_id as "databaseId",
      f.id as "functionId", f.access, f.egress_mode as "egressMode", coalesce(f.egress_hosts, '{}') as "egressHosts",
      f.has_web_address as "hasWebAddress",
      v.id as "versionId", v.env_revision as "envRevision", (
        select string_agg(s.revision, ',' order by s.name) from function_secret s where s.project_id = p.id
      ) as "secretsRevision"
    from (
      select distinct * from unnest(
        ${asked.map(({ projectId }) => projectId)}::text[], ${asked.map(({ name }) => name)}::text[],
        ${asked.map(({ versionId }) => versionId)}::text[]
      ) as each (project_id, name, version_id)
    ) a
    join project p on p.id = a.project_id and p.deleted_at is null
    left join organisation o on o.id = p.organisation_id
    left join function f on f.project_id = p.id and f.name = a.name
    left join function_version v on v.function_id = f.id and v.id = coalesce(a.version_id, f.active_version_id)`,
  );
  return new Map(rows.map(({ asked: each, ...row }) => [nameOf(each), row]));
}

/** Returns the description of a version for the runtime; `null` where the function has none that answers. */
export function toProgram(ctx: FunctionContext, found: FoundProgram): FunctionProgram | null {
  const { functionId, versionId, projectId, databaseId } = found;
  if (functionId === null || versionId === null) return null;
  const { wallSeconds, memoryBytes, atOnce } = planLimits(found.tier).functions;
  const limits = { wallMilliseconds: wallSeconds * 1_000, memoryBytes, concurrency: atOnce };
  const egress = { mode: found.egressMode, hosts: found.egressHosts };
  const runWith = [limits, egress, databaseId, found.envRevision, found.secretsRevision];
  return {
    ...{ versionId, functionId, projectId, databaseId, limits, egress },
    revision: createHash("sha256").update(JSON.stringify(runWith)).digest("hex").slice(0, 32),
    load: () => load(ctx, projectId, versionId),
  };
}

async function load(ctx: FunctionContext, projectId: string, versionId: string): Promise<FunctionCode> {
  const [version, script, secrets] = await Promise.all([
    ctx.db.functionVersion.findUnique({ where: { id: versionId } }),
    readCode(ctx, versionId),
    ctx.db.functionSecret.findMany({ where: { projectId } }),
  ]);
  if (version === null) throw functionNotFound();
  if (!createHash("sha256").update(script).digest().equals(Buffer.from(version.sha256))) {
    throw new Error(`the bytes of ${versionId} are not those that were stored`);
  }
  return {
    script,
    variables: openEnv(ctx, version),
    secrets: Object.fromEntries(secrets.map(({ id, name, value }) => [name, ctx.sealer.open(value, secretPlace(id))])),
  };
}

/**
 * Bytes may be missing if a backup was restored without them. Throws `function_failed` then, and `function_not_found` if
 * the function was deleted meanwhile.
 */
async function readCode({ db, objects, log }: FunctionContext, versionId: string): Promise<string> {
  try {
    return await text(await objects.read(versionId));
  } catch (error) {
    if (await objects.has(versionId)) throw error;
    if ((await db.functionVersion.count({ where: { id: versionId } })) === 0) throw functionNotFound();
    log.error({ versionId }, "the code of a function is missing");
    throw new ServiceError("function_failed", "The function's code is missing. Deploy it again.", { cause: error });
  }
}
