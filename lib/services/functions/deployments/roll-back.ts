import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { activate } from "./activate";
import { countDeploy } from "./count-deploy";
import type { FunctionDeployment } from "./resource";

export const RollBackInput = z.strictObject({ version: z.int().min(1).meta({ example: 2 }) });

/**
 * Puts a version back that is still kept, with the variables it had. It is tried first, as a new one is. Throws
 * `version_not_found`, `deploy_failed`, `rate_limited`.
 */
export async function rollBackFunction(
  ctx: FunctionContext,
  { version: number, ...at }: FunctionAddress & z.infer<typeof RollBackInput>,
): Promise<FunctionDeployment> {
  const { id: functionId, project } = await getFunction(ctx, at, WRITE_FUNCTIONS);
  await countDeploy(ctx, project);
  const deploymentId = createId("functionDeployment", ctx.random);
  const versionId = await withTransaction(ctx, async (tx) => {
    const version = await tx.db.functionVersion.findUnique({
      where: { functionId_number: { functionId, number } },
      select: { id: true, sha256: true, bundleBytes: true },
    });
    if (!version) throw new ServiceError("version_not_found", `Version ${number} isn't kept any more, or never was.`);
    const { id, ...bundle } = version;
    const by = { actorKind: tx.actor.kind, actorId: tx.actor.id };
    const message = `Back to version ${number}`;
    await tx.db.functionDeployment.create({
      data: {
        ...{ id: deploymentId, functionId, versionId: id, number, ...bundle, ...by, message },
        ...{ status: "building", createdAt: tx.clock.now() },
      },
    });
    return id;
  });
  return activate(ctx, project, { deploymentId, functionId, versionId, name: at.name, action: "function.roll_back" });
}
