import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { functionNotFound } from "@/lib/core/not-found";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "./access";
import type { FunctionContext } from "./context";
import { RETIRE_MILLISECONDS, removeBundles } from "./deployments/remove-versions";

/** Deletes a function with its versions, deployments, schedules and logs. Throws `function_not_found`. */
export async function deleteFunction(
  ctx: FunctionContext,
  at: FunctionAddress,
): Promise<{ deleted: true; name: string }> {
  const { id, activeVersionId, project } = await getFunction(ctx, at, WRITE_FUNCTIONS);
  const versions = await withTransaction(ctx, async (tx) => {
    const all = await tx.db.functionVersion.findMany({
      where: { functionId: id },
      select: { id: true, sourcesId: true },
    });
    const { count } = await tx.db.projectFunction.deleteMany({ where: { id, projectId: at.projectId } });
    if (count === 0) throw functionNotFound();
    const data = { projectId: at.projectId, name: at.name };
    const { organisationId } = project;
    await recordAudit(tx, { organisationId, action: "function.delete", targetId: id, data });
    return all;
  });
  if (activeVersionId !== null) await ctx.functions.retire(activeVersionId, RETIRE_MILLISECONDS).catch(() => {});
  await removeBundles(ctx, versions);
  return { deleted: true, name: at.name };
}
