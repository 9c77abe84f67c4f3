import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { type FunctionAddress, type FunctionsProject, requireFunctions, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { openEnv, sealEnv } from "../environment";
import { FunctionName } from "../names";
import { activate } from "./activate";
import { countDeploy } from "./count-deploy";
import type { DeployInput } from "./input";
import { makeBundle } from "./make-bundle";
import { removeBundles } from "./remove-versions";
import type { FunctionDeployment } from "./resource";

/**
 * Makes a version of files or of a bundle, tries whether it starts, and puts it in the place of the one that answers.
 * The first deployment makes the function. Until all is well the running version goes on. Throws `deploy_failed`,
 * `limit_reached`, `rate_limited`.
 */
export async function deployFunction(
  ctx: FunctionContext,
  { projectId, name, ...input }: FunctionAddress & DeployInput,
): Promise<FunctionDeployment> {
  const project = await requireFunctions(ctx, projectId, WRITE_FUNCTIONS);
  requireName(name);
  await countDeploy(ctx, project);
  const code = await makeBundle(ctx, input);
  const begun = await begin(ctx, project, { name, ...input, code });
  await store(ctx, begun.versionId, code);
  ctx.crashPoint("function.stored");
  const building = { ...begun, name, action: "function.deploy", access: input.access } as const;
  return activate(ctx, project, building).catch(async (error: unknown) => {
    if (isWithoutEngine(error)) await discardFirst(ctx, { projectId, ...begun });
    throw error;
  });
}

const isWithoutEngine = (error: unknown) =>
  error instanceof ServiceError && (error.code === "not_configured" || error.code === "function_unavailable");

/** A function that was made for a version which nothing could try is none. One with other versions stays. */
async function discardFirst(
  ctx: FunctionContext,
  { projectId, functionId: id, versionId }: { projectId: string; functionId: string; versionId: string },
): Promise<void> {
  const { count } = await ctx.db.projectFunction.deleteMany({
    where: { id, projectId, activeVersionId: null, lastVersion: 1 },
  });
  if (count > 0) await removeBundles(ctx, [versionId]);
}

function requireName(name: string): void {
  const { success, error } = FunctionName.safeParse(name);
  if (!success) throw new ServiceError("invalid_request", `The name ${error.issues[0]?.message ?? "isn't valid"}.`);
}

type Making = Pick<DeployInput, "access" | "env" | "message"> & { name: string; code: string };

/** Writes the rows of a version that is being built. The project's lock keeps the count of functions within the plan. */
function begin(ctx: FunctionContext, project: FunctionsProject, making: Making) {
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, project.organisationId, project.id);
    const now = tx.clock.now();
    const functionId = await findOrCreate(tx, project, making);
    const row = await tx.db.projectFunction.update({
      where: { id: functionId },
      data: { lastVersion: { increment: 1 } },
      select: { lastVersion: true, activeVersion: { select: { id: true, env: true } } },
    });
    const versionId = createId("functionVersion", tx.random);
    const env = making.env ?? (row.activeVersion ? openEnv(tx, row.activeVersion) : {});
    const bundle = {
      sha256: new Uint8Array(createHash("sha256").update(making.code).digest()),
      bundleBytes: Buffer.byteLength(making.code),
    };
    const common = { functionId, number: row.lastVersion, ...bundle, createdAt: now };
    await tx.db.functionVersion.create({ data: { id: versionId, ...common, ...sealEnv(tx, versionId, env) } });
    const deploymentId = createId("functionDeployment", tx.random);
    const by = { actorKind: tx.actor.kind, actorId: tx.actor.id };
    const { message } = making;
    await tx.db.functionDeployment.create({
      data: { id: deploymentId, versionId, ...common, ...by, status: "building", message },
    });
    return { deploymentId, functionId, versionId };
  });
}

/** The caller holds the project's lock. */
async function findOrCreate(
  tx: FunctionContext,
  { id: projectId, tier }: FunctionsProject,
  { name, access = "signed-in" }: Making,
): Promise<string> {
  const known = await tx.db.projectFunction.findUnique({
    where: { projectId_name: { projectId, name } },
    select: { id: true },
  });
  if (known) return known.id;
  const limit = planLimits(tier).functions.functions;
  if ((await tx.db.projectFunction.count({ where: { projectId } })) >= limit) {
    throw new ServiceError("limit_reached", `The plan allows ${limit} functions per project. Delete one first.`);
  }
  const id = createId("function", tx.random);
  const now = tx.clock.now();
  await tx.db.projectFunction.create({ data: { id, projectId, name, access, createdAt: now, updatedAt: now } });
  return id;
}

/** The row is there first, so that no bytes are without one. */
async function store(ctx: FunctionContext, versionId: string, code: string): Promise<void> {
  const staged = await ctx.objects.stagedFile(versionId);
  await writeFile(staged, code, { mode: 0o600 });
  await ctx.objects.adopt(staged, versionId);
}
