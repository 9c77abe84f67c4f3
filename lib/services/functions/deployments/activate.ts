import { recordAudit } from "@/lib/core/audit/record";
import type { AuditAction } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { functionNotFound } from "@/lib/core/not-found";
import type { FunctionsProject } from "../access";
import type { FunctionContext } from "../context";
import { findProgram, toProgram } from "../invocations/program";
import { RETIRE_MILLISECONDS, removeOldVersions } from "./remove-versions";
import { type FunctionDeployment, toDeployment } from "./resource";

interface Building {
  deploymentId: string;
  functionId: string;
  versionId: string;
  name: string;
  action: Extract<AuditAction, "function.deploy" | "function.roll_back">;
  access?: string | undefined;
  /** The id of the version that must still answer; anything may where it is left out. */
  replaces?: string | null;
}

/**
 * Starts a version on trial and then puts it in the place of the answering one, which goes on until its invocations
 * have ended. A deployment that was begun later stays in force. Throws `deploy_failed`, and `conflict` where another
 * version answers by then than the one to replace.
 */
export async function activate(
  ctx: FunctionContext,
  project: FunctionsProject,
  building: Building,
): Promise<FunctionDeployment> {
  const { deploymentId: id, versionId, functionId } = building;
  await tryStart(ctx, project, building).catch(async (error: unknown) => {
    const log = error instanceof ServiceError && error.code === "deploy_failed" ? error.message : "It wasn't started.";
    await ctx.db.functionDeployment.updateMany({ where: { id, status: "building" }, data: { status: "failed", log } });
    throw error;
  });
  ctx.crashPoint("function.started");
  const { deployment, replaced } = await replace(ctx, project, building);
  if (deployment.status !== "active" && building.replaces !== undefined) {
    throw new ServiceError("conflict", "The function has changed meanwhile: another version was deployed.");
  }
  ctx.crashPoint("function.activated");
  if (replaced !== null && replaced !== versionId) {
    await ctx.functions.retire(replaced, RETIRE_MILLISECONDS).catch((error: unknown) => {
      ctx.log.warn({ err: error, versionId: replaced }, "a version that was replaced could not be told to end");
    });
  }
  await removeOldVersions(ctx, { functionId, tier: project.tier });
  return deployment;
}

async function tryStart(ctx: FunctionContext, { id: projectId }: FunctionsProject, { name, versionId }: Building) {
  const found = await findProgram(ctx, { projectId, name, versionId });
  const program = found && toProgram(ctx, found);
  if (!program) throw functionNotFound();
  await ctx.functions.tryStart(program);
}

function replace(ctx: FunctionContext, project: FunctionsProject, building: Building) {
  const { deploymentId: id, versionId, functionId, name, action, access } = building;
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.$queryRaw<{ replaced: string | null }[]>`
      select active_version_id as replaced from function where id = ${functionId} for update`;
    if (!row) throw functionNotFound();
    const own = await tx.db.functionDeployment.findUniqueOrThrow({ where: { id } });
    if (own.status !== "building") throw new ServiceError("deploy_failed", "The deployment was given up meanwhile.");
    const isChanged = building.replaces !== undefined && building.replaces !== row.replaced;
    const isOutrun = isChanged || (await supersede(tx, functionId, own.createdAt));
    const now = tx.clock.now();
    const data = isOutrun ? { status: "superseded" } : { status: "active", activatedAt: now };
    const deployment = await tx.db.functionDeployment.update({ where: { id }, data });
    if (isOutrun) return { deployment: toDeployment(deployment), replaced: null };
    const pointer = { activeVersionId: versionId, updatedAt: now, ...(access !== undefined && { access }) };
    await tx.db.projectFunction.update({ where: { id: functionId }, data: pointer, select: { id: true } });
    const { organisationId } = project;
    const trace = { projectId: project.id, name, version: own.number };
    await recordAudit(tx, { organisationId, action, targetId: functionId, data: trace });
    return { deployment: toDeployment(deployment), replaced: row.replaced };
  });
}

/** Returns whether the deployment in force was begun later, which then stays. */
async function supersede(tx: Context, functionId: string, begunAt: Date): Promise<boolean> {
  const active = { functionId, status: "active" };
  if ((await tx.db.functionDeployment.count({ where: { ...active, createdAt: { gt: begunAt } } })) > 0) return true;
  await tx.db.functionDeployment.updateMany({ where: active, data: { status: "superseded" } });
  return false;
}
