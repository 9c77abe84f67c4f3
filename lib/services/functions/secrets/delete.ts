import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireFunctions, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";

/** Functions are without it from their next invocation on. Throws `not_found`. */
export async function deleteSecret(
  ctx: FunctionContext,
  { projectId, name }: { projectId: string; name: string },
): Promise<{ deleted: true; name: string }> {
  const { organisationId } = await requireFunctions(ctx, projectId, WRITE_FUNCTIONS);
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.functionSecret.findUnique({
      where: { projectId_name: { projectId, name } },
      select: { id: true },
    });
    const { count } = row ? await tx.db.functionSecret.deleteMany({ where: { id: row.id, projectId } }) : { count: 0 };
    if (!row || count === 0) throw new ServiceError("not_found", "Secret not found.");
    const data = { projectId, name };
    await recordAudit(tx, { organisationId, action: "function_secret.delete", targetId: row.id, data });
    return { deleted: true, name };
  });
}
