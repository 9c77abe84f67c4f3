import type { Context } from "@/lib/core/context";
import { findPeople } from "@/lib/people/members/find-people";
import { requireQueries } from "./internal";
import { type SavedQuery, toSavedQuery } from "./resource";

/** Returns every saved query of a database, by name. Throws `database_not_found`. */
export async function listSavedQueries(ctx: Context, input: { databaseId: string }): Promise<SavedQuery[]> {
  await requireQueries(ctx, input.databaseId, "data:read");
  const rows = await ctx.db.savedQuery.findMany({
    where: { databaseId: input.databaseId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const people = await findPeople(
    ctx,
    rows.map(({ createdById }) => createdById),
  );
  return rows.map((row) => toSavedQuery(row, people.get(row.createdById)?.email ?? null));
}
