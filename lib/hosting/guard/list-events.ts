import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { pageOf, readCursor } from "@/lib/core/db/cursor";
import type { HostEvent } from "./resource";

const PAGE = 50;

/**
 * Returns the actions of the host's guard on a database, newest first. Throws `database_not_found`, `invalid_request`
 * for a wrong cursor.
 */
export async function listHostEvents(
  ctx: Context,
  input: { databaseId: string; before?: string | undefined },
): Promise<{ events: HostEvent[]; next: string | null }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const list = ["host-events", databaseId];
  const after = readCursor(ctx, list, input.before);
  const rows = await ctx.db.hostEvent.findMany({
    where: {
      databaseId,
      ...(after && {
        AND: [{ at: { lte: after.createdAt } }, { OR: [{ at: { lt: after.createdAt } }, { id: { lt: after.id } }] }],
      }),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { id: true, rule: true, act: true, measured: true, at: true },
    take: PAGE + 1,
  });
  const page = pageOf(
    ctx,
    list,
    rows.map((row) => ({ ...row, createdAt: row.at })),
    PAGE,
    ({ id, rule, act, measured, at }) => ({ id, rule, act, measured: figuresOf(measured), at: at.toISOString() }),
  );
  return { events: page.items, next: page.nextCursor };
}

function figuresOf(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}
