import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { functionNotFound } from "@/lib/core/not-found";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { openEnv, sealEnv } from "../environment";

type Env = Readonly<Record<string, string>>;

/**
 * Changes one environment variable of the version that answers and leaves the others, also if others change them at the
 * same time. It holds for the next invocation. Throws `function_not_found`, `conflict` for a function without a
 * version.
 */
export async function changeVariable(
  ctx: FunctionContext,
  at: FunctionAddress & { variable: string },
  change: (env: Env) => Env,
): Promise<void> {
  const { id, project } = await getFunction(ctx, at, WRITE_FUNCTIONS);
  await withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, project.organisationId, project.id);
    const data = { updatedAt: tx.clock.now() };
    const [row] = await tx.db.projectFunction.updateManyAndReturn({ where: { id, projectId: project.id }, data });
    if (!row) throw functionNotFound();
    if (row.activeVersionId === null) throw new ServiceError("conflict", "Deploy a version first.");
    const where = { id: row.activeVersionId };
    const version = await tx.db.functionVersion.findUniqueOrThrow({ where, select: { id: true, env: true } });
    await tx.db.functionVersion.update({
      where,
      data: { ...sealEnv(tx, version.id, change(openEnv(tx, version))), envRevision: { increment: 1 } },
      select: { id: true },
    });
    const { organisationId } = project;
    const changed = { projectId: at.projectId, name: at.name, fields: ["env"], variable: at.variable };
    await recordAudit(tx, { organisationId, action: "function.update", targetId: id, data: changed });
  });
}
