import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { DatabaseId } from "@/lib/core/id-schemas";
import { createId } from "@/lib/core/ids";
import { findPeople } from "@/lib/people/members/find-people";
import { queryNameTaken, requireQueries } from "./internal";
import { type SavedQuery, SavedQueryName, SavedQueryText, toSavedQuery } from "./resource";

export const CreateSavedQueryInput = z.object({ databaseId: DatabaseId, name: SavedQueryName, text: SavedQueryText });
export type CreateSavedQueryInput = z.infer<typeof CreateSavedQueryInput>;

/** The most saved queries of a database; all are listed beside the editor. */
export const MAX_SAVED_QUERIES = 500;

/** Saves a text for every member who may read. Throws `name_taken`, and `conflict` when there are too many. */
export async function createSavedQuery(ctx: Context, input: CreateSavedQueryInput): Promise<SavedQuery> {
  const organisationId = await requireQueries(ctx, input.databaseId, "data:write");
  const { databaseId, name, text } = input;
  if ((await ctx.db.savedQuery.count({ where: { databaseId } })) >= MAX_SAVED_QUERIES) {
    throw new ServiceError(
      "conflict",
      `A database can have at most ${MAX_SAVED_QUERIES} saved queries. Delete one first.`,
    );
  }
  const now = ctx.clock.now();
  try {
    return await withTransaction(ctx, async (tx) => {
      const row = await tx.db.savedQuery.create({
        data: {
          id: createId("savedQuery", tx.random),
          organisationId,
          databaseId,
          name,
          text,
          createdByKind: tx.actor.kind,
          createdById: tx.actor.id,
          createdAt: now,
          updatedAt: now,
        },
      });
      const data = { name, databaseId };
      await recordAudit(tx, { organisationId, action: "saved_query.create", targetId: row.id, data });
      const people = await findPeople(tx, [row.createdById]);
      return toSavedQuery(row, people.get(row.createdById)?.email ?? null);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw queryNameTaken(name);
    throw error;
  }
}
