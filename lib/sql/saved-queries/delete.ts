import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { DatabaseId, SavedQueryId } from "@/lib/core/id-schemas";
import { getQueryRow, requireQueries } from "./internal";

export const DeleteSavedQueryInput = z.object({ databaseId: DatabaseId, queryId: SavedQueryId });
type DeleteSavedQueryInput = z.infer<typeof DeleteSavedQueryInput>;

/** Deletes a saved query. Throws `not_found` where it is gone already. */
export async function deleteSavedQuery(ctx: Context, input: DeleteSavedQueryInput): Promise<{ deleted: true }> {
  const { databaseId, queryId } = input;
  const organisationId = await requireQueries(ctx, databaseId, "data:write");
  return withTransaction(ctx, async (tx) => {
    const { name } = await getQueryRow(tx, { organisationId, databaseId, queryId });
    await tx.db.savedQuery.deleteMany({ where: { id: queryId, organisationId, databaseId } });
    const data = { name, databaseId };
    await recordAudit(tx, { organisationId, action: "saved_query.delete", targetId: queryId, data });
    return { deleted: true };
  });
}
