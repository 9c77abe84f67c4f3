import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { DatabaseId, SavedQueryId } from "@/lib/core/id-schemas";
import { findPeople } from "@/lib/people/members/find-people";
import { getQueryRow, queryNameTaken, requireQueries } from "./internal";
import { type SavedQuery, SavedQueryName, SavedQueryText, toSavedQuery } from "./resource";

export const UpdateSavedQueryInput = z.object({
  databaseId: DatabaseId,
  queryId: SavedQueryId,
  name: SavedQueryName.optional(),
  text: SavedQueryText.optional(),
});
export type UpdateSavedQueryInput = z.infer<typeof UpdateSavedQueryInput>;

/** Changes the name or the text of a saved query, or both. Throws `not_found`, `name_taken`. */
export async function updateSavedQuery(ctx: Context, input: UpdateSavedQueryInput): Promise<SavedQuery> {
  const { databaseId, queryId } = input;
  const organisationId = await requireQueries(ctx, databaseId, "data:write");
  try {
    return await withTransaction(ctx, async (tx) => {
      const before = await getQueryRow(tx, { organisationId, databaseId, queryId });
      const { name = before.name, text = before.text } = input;
      const row = await tx.db.savedQuery.update({
        where: { id: queryId, organisationId },
        data: { name, text, updatedAt: tx.clock.now() },
      });
      // The text is left out: it may hold data that others must not read.
      const data = { from: before.name, to: name, databaseId, isTextChanged: text !== before.text };
      await recordAudit(tx, { organisationId, action: "saved_query.update", targetId: queryId, data });
      const people = await findPeople(tx, [row.createdById]);
      return toSavedQuery(row, people.get(row.createdById)?.email ?? null);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw queryNameTaken(input.name ?? "");
    throw error;
  }
}
