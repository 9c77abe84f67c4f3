import type { z } from "zod";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { VISIBLE } from "./internal";
import { DATABASE_COLUMNS, type Database, toDatabase } from "./resource";

export interface DatabaseWithOrigin extends z.infer<typeof Database> {
  /** The name of the database it was branched from; `null` for one that is no branch. */
  parentName: string | null;
  /** Kept after the parent is gone. */
  parentDatabaseId: string | null;
}

/** What the dashboard lists: every database of the organisation, branches among them, newest first. */
export async function listDatabasesWithOrigin(ctx: Context, _input: object): Promise<DatabaseWithOrigin[]> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const rows = await ctx.db.database.findMany({
    where: { organisationId, ...VISIBLE },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    select: { ...DATABASE_COLUMNS, parentName: true, parentDatabaseId: true },
  });
  return rows.map((row) => {
    return { ...toDatabase(row), parentName: row.parentName, parentDatabaseId: row.parentDatabaseId };
  });
}
