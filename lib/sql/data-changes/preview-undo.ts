import type { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { findConflicts } from "./conflicts";
import { listSince } from "./list-since";
import { nameObjects } from "./object-names";
import { inverseOf, openRows, type RecordedTable } from "./recorded-rows";
import type { UndoPreview } from "./resource";
import { type DataChangeInput, getCommittedChange } from "./undo";

const SHOWN_ROWS = 20;

/**
 * Returns the effect of the undo of a change at this moment, and the obstacles. Throws `database_not_found`,
 * `not_found`, `conflict` when there is nothing to undo, `host_unavailable`.
 */
export async function previewUndo(ctx: Context, input: z.infer<typeof DataChangeInput>): Promise<UndoPreview> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const change = await getCommittedChange(ctx, { databaseId, changeId: input.changeId });
  if (change.rows === null) return previewRestore(ctx, { databaseId, changeId: change.id }, change.restorePointId);
  const { conflicts, message } = await findConflicts(ctx, { databaseId, changeId: change.id });
  const tables: PreviewedTable[] = [];
  for (const recorded of inverseOf(openRows(ctx, change.id, change.rows))) {
    tables.push(await previewTable(ctx, databaseId, recorded));
  }
  const shown = conflicts.slice(0, SHOWN_ROWS);
  return { kind: "rows", tables, conflicts: shown, conflictCount: conflicts.length, message };
}

type PreviewedTable = Extract<UndoPreview, { kind: "rows" }>["tables"][number];

async function previewTable(
  ctx: Context,
  databaseId: string,
  { schema, name, columns, rows }: RecordedTable,
): Promise<PreviewedTable> {
  const shown = rows.slice(-SHOWN_ROWS).reverse();
  const flat = columns.some(({ keptAs }) => keptAs)
    ? await withReadSession(ctx, { databaseId }, (session) => nameObjects(session, columns, shown.flat()))
    : shown.flat();
  return {
    schema,
    name,
    columns: columns.map((column) => column.name),
    rowCount: rows.length,
    rows: shown.map((_, index) => ({ left: flat[2 * index] ?? null, becomes: flat[2 * index + 1] ?? null })),
  };
}

async function previewRestore(
  ctx: Context,
  change: { databaseId: string; changeId: string },
  restorePointId: string | null,
): Promise<UndoPreview> {
  const point = await ctx.db.restorePoint.findFirst({
    where: { id: restorePointId ?? "", status: "ready" },
    select: { createdAt: true },
  });
  if (!point) return { kind: "restore-point", keptAt: null, since: [], sinceCount: 0 };
  const { changes, count } = await listSince(ctx, { ...change, since: point.createdAt });
  return { kind: "restore-point", keptAt: point.createdAt.toISOString(), since: changes, sinceCount: count };
}
