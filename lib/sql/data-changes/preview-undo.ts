import type { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { findConflicts } from "./conflicts";
import { inverseOf, openRows } from "./recorded-rows";
import type { UndoPreview } from "./resource";
import { type DataChangeInput, getCommittedChange } from "./undo";

const SHOWN_ROWS = 20;

/**
 * Returns what the undo of a change would do at this moment, and what prevents it. Throws `database_not_found`,
 * `not_found`, `conflict` when there is nothing to undo, `host_unavailable`.
 */
export async function previewUndo(ctx: Context, input: z.infer<typeof DataChangeInput>): Promise<UndoPreview> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const change = await getCommittedChange(ctx, { databaseId, changeId: input.changeId });
  if (change.rows === null) return { kind: "restore-point", keptAt: await keptAt(ctx, change.restorePointId) };
  const { conflicts, message } = await findConflicts(ctx, { databaseId, changeId: change.id });
  const tables = inverseOf(openRows(ctx, change.id, change.rows)).map(({ schema, name, columns, rows }) => ({
    schema,
    name,
    columns: columns.map((column) => column.name),
    rowCount: rows.length,
    rows: rows
      .slice(-SHOWN_ROWS)
      .reverse()
      .map(([left, becomes]) => ({ left, becomes })),
  }));
  const shown = conflicts.slice(0, SHOWN_ROWS);
  return { kind: "rows", tables, conflicts: shown, conflictCount: conflicts.length, message };
}

async function keptAt(ctx: Context, restorePointId: string | null): Promise<string | null> {
  if (restorePointId === null) return null;
  const point = await ctx.db.restorePoint.findFirst({
    where: { id: restorePointId, status: "ready" },
    select: { createdAt: true },
  });
  return point?.createdAt.toISOString() ?? null;
}
