import type { Context } from "@/lib/core/context";
import { findEmails } from "@/lib/people/members/find-emails";
import { requireQueries } from "./internal";
import { type SavedQuery, toSavedQuery } from "./resource";

/** Returns every saved query of a database, by name. Throws `database_not_found`. */
export async function listSavedQueries(ctx: Context, input: { databaseId: string }): Promise<SavedQuery[]> {
  await requireQueries(ctx, input.databaseId, "data:read");
  const rows = await ctx.db.savedQuery.findMany({
    where: { databaseId: input.databaseId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const emails = await findEmails(
    ctx,
    rows.map(({ createdById }) => createdById),
  );
  return rows.map((row) => toSavedQuery(row, emails.get(row.createdById) ?? null));
}
