import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { findPeople } from "@/lib/people/members/find-people";
import { findLatestChanges } from "./find-latest";
import type { ListedChange } from "./resource";

const SHOWN = 5;

/** Returns the last changes of data whose statements are in the history, newest first. Throws `database_not_found`. */
export async function listLatestChanges(ctx: Context, input: { databaseId: string }): Promise<ListedChange[]> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const rows = await ctx.db.dataChange.findMany({
    where: { databaseId, status: { in: ["committed", "undone"] }, statementId: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, rowCount: true, createdAt: true, statement: { select: { text: true, actorId: true } } },
    take: SHOWN,
  });
  const [latest, people] = await Promise.all([
    findLatestChanges(ctx, { databaseId, changeIds: rows.map(({ id }) => id) }),
    findPeople(
      ctx,
      rows.map(({ statement }) => statement?.actorId ?? ""),
    ),
  ]);
  return rows.map(({ id, rowCount, createdAt, statement }) => ({
    ...{ id, rowCount, at: createdAt.toISOString(), text: statement?.text ?? "" },
    person: people.get(statement?.actorId ?? "") ?? null,
    latest: latest.get(id) ?? null,
  }));
}
