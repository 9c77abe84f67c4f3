import type { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { DATABASE_COLUMNS, type DatabaseList, toDatabase } from "./resource";

/** Returns every database of the organisation, branches included, oldest first. */
export async function listDatabases(ctx: Context, _input: object): Promise<z.infer<typeof DatabaseList>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const rows = await ctx.db.database.findMany({
    where: { organisationId, ...VISIBLE },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: DATABASE_COLUMNS,
  });
  return { items: rows.map(toDatabase) };
}
