import type { z } from "zod";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { databaseNotFound, VISIBLE } from "./internal";
import { DATABASE_COLUMNS, type Database, toDatabase } from "./resource";

/** Throws `database_not_found`. */
export async function getDatabase(ctx: Context, input: { databaseId: string }): Promise<z.infer<typeof Database>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const row = await ctx.db.database.findFirst({
    where: { id: input.databaseId, organisationId, ...VISIBLE },
    select: DATABASE_COLUMNS,
  });
  if (!row) throw databaseNotFound();
  return toDatabase(row);
}
