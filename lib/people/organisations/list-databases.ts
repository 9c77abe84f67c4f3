import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";

export interface PlacedDatabase {
  id: string;
  name: string;
  /** The status may be `deleting`, or `deleted` while it can be brought back, which the management API never shows. */
  status: string;
  failureReason: string | null;
  organisationId: string;
  organisationName: string;
  hostName: string;
  parentDatabaseId: string | null;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

/** Returns databases and branches with their hosts, oldest first, of one organisation or, with `null`, of all. */
export async function listPlacedDatabases(
  ctx: Context,
  input: { organisationId: string | null },
): Promise<PlacedDatabase[]> {
  requireOperator(ctx);
  const rows = await ctx.db.database.findMany({
    where: input.organisationId === null ? {} : { organisationId: input.organisationId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { organisation: { select: { name: true } }, host: { select: { name: true } }, deleted: true },
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.deleted === null ? row.status : "deleted",
    failureReason: row.failureReason,
    organisationId: row.organisationId,
    organisationName: row.organisation.name,
    hostName: row.host.name,
    parentDatabaseId: row.parentDatabaseId,
    createdAt: row.createdAt.toISOString(),
  }));
}
