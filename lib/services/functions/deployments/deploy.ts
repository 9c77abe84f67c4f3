import { createHash } from "node:crypto";
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
import { storeSources, storeText } from "./sources";

/**
 * Makes a version of files or of a bundle, tries whether it starts, and puts it in the place of the answering one.
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
  const code = await makeBundle(ctx, project.id, input);
  const { sourcesId, ...begun } = await begin(ctx, project, { name, ...input, code });
  const { files, entry } = input;
  if (sourcesId !== null && files) await storeSources(ctx, sourcesId, { files, entry });
  await storeText(ctx, begun.versionId, code);
  ctx.crashPoint("function.stored");
  const building = { ...begun, name, action: "function.deploy", access: input.access } as const;
  return activate(ctx, project, building).catch(async (error: unknown) => {
    if (isWithoutEngine(error)) await discardFirst(ctx, { projectId, sourcesId, ...begun });
    throw error;
  });
}

const isWithoutEngine = (error: unknown) =>
  error instanceof ServiceError && (error.code === "not_configured" || error.code === "function_unavailable");

/** A function that was made for a version which nothing could try is none. One with other versions stays. */
async function discardFirst(
  ctx: FunctionContext,
  { projectId, functionId: id, versionId, sourcesId }: Begun & { projectId: string },
): Promise<void> {
  const { count } = await ctx.db.projectFunction.deleteMany({
    where: { id, projectId, activeVersionId: null, lastVersion: 1 },
  });
  if (count > 0) await removeBundles(ctx, [{ id: versionId, sourcesId }]);
}

function requireName(name: string): void {
  const { success, error } = FunctionName.safeParse(name);
  if (!success) throw new ServiceError("invalid_request", `The name ${error.issues[0]?.message ?? "isn't valid"}.`);
}

interface Begun {
  deploymentId: string;
  functionId: string;
  versionId: string;
  sourcesId: string | null;
  /** The id of the version that must still answer at the end; anything may where it is left out. */
  replaces?: string | null;
}

type Making = Pick<DeployInput, "access" | "env" | "message" | "files" | "replaces"> & { name: string; code: string };

/** Writes the rows of a version that is being built. The project's lock keeps the count of functions within the plan. */
function begin(ctx: FunctionContext, project: FunctionsProject, making: Making): Promise<Begun> {
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, project.organisationId, project.id);
    const now = tx.clock.now();
    const functionId = await findOrCreate(tx, project, making);
    const row = await tx.db.projectFunction.update({
      where: { id: functionId },
      data: { lastVersion: { increment: 1 } },
      select: { lastVersion: true, activeVersion: { select: { id: true, number: true, env: true } } },
    });
    if (making.replaces !== undefined) requireReplaced(row.activeVersion?.number ?? null, making.replaces);
    const sourcesId = making.files ? createId("functionSources", tx.random) : null;
    const versionId = createId("functionVersion", tx.random);
    const env = making.env ?? (row.activeVersion ? openEnv(tx, row.activeVersion) : {});
    const bundle = {
      sha256: new Uint8Array(createHash("sha256").update(making.code).digest()),
      bundleBytes: Buffer.byteLength(making.code),
    };
    const common = { functionId, number: row.lastVersion, ...bundle, createdAt: now };
    const version = { id: versionId, sourcesId, ...common, ...sealEnv(tx, versionId, env) };
    await tx.db.functionVersion.create({ data: version });
    const deploymentId = createId("functionDeployment", tx.random);
    const by = { actorKind: tx.actor.kind, actorId: tx.actor.id };
    const { message } = making;
    await tx.db.functionDeployment.create({
      data: { id: deploymentId, versionId, ...common, ...by, status: "building", message },
    });
    const replaces = making.replaces === undefined ? {} : { replaces: row.activeVersion?.id ?? null };
    return { deploymentId, functionId, versionId, sourcesId, ...replaces };
  });
}

function requireReplaced(active: number | null, expected: number | null): void {
  if (active === expected) return;
  const now = active === null ? "no version answers" : `version ${active} answers`;
  throw new ServiceError("conflict", `The function has changed meanwhile: ${now}.`);
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
