import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";
import { DATABASE_COLUMNS, type Database, toDatabase } from "./resource";

/** Returns a database. Throws `database_not_found`. With the owner in the query, Prisma would not batch lookups. */
export async function getDatabase(ctx: Context, input: { databaseId: string }): Promise<z.infer<typeof Database>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const row = await ctx.db.database.findUnique({
    where: { id: input.databaseId },
    select: { ...DATABASE_COLUMNS, organisationId: true },
  });
  if (!row || row.organisationId !== organisationId || row.status === "deleting") throw databaseNotFound();
  return toDatabase(row);
}
