import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { pageOf, readCursor } from "@/lib/core/db/cursor";
import type { Prisma } from "@/lib/core/db/generated/client";
import { DatabaseId } from "@/lib/core/id-schemas";
import { findPeople } from "@/lib/people/members/find-people";
import type { Person } from "@/lib/people/members/resource";
import { ROLLED_BACK } from "@/lib/sql/data-changes/record-statement";
import { settleDataChanges } from "@/lib/sql/data-changes/settle";
import type { ListedStatement } from "./resource";

const PAGE = 50;

export const ListStatementsInput = z.object({
  databaseId: DatabaseId,
  /** A part of the text, in upper or lower case. */
  search: z.string().trim().max(200).optional(),
  status: z.enum(["running", "succeeded", "failed", "cancelled"]).optional(),
  actorId: z.string().max(64).optional(),
  /** Only those whose change can be undone as it is. */
  isUndoable: z.boolean().optional(),
  /** The cursor `next` of the previous page. */
  before: z.string().max(500).optional(),
});
type ListStatementsInput = z.infer<typeof ListStatementsInput>;

/** Returns statements of members, newest first. Throws `database_not_found`, `invalid_request` for a wrong cursor. */
export async function listStatements(
  ctx: Context,
  input: ListStatementsInput,
): Promise<{ statements: ListedStatement[]; next: string | null }> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  await settleDataChanges(ctx, { databaseId });
  const { search = "", status = "", actorId = "", isUndoable = false } = input;
  const list = ["statements", databaseId, search, status, actorId, String(isUndoable)];
  const position = readCursor(ctx, list, input.before);
  const after = position && { startedAt: position.createdAt, id: position.id };
  const rows = await ctx.db.statement.findMany({
    where: {
      databaseId,
      // The characters that LIKE gives a meaning are taken literally.
      ...(search && { text: { contains: search.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } }),
      ...(status && { status }),
      ...(actorId && { actorId }),
      ...(isUndoable && { change: { is: UNDOABLE } }),
      ...(after && {
        AND: [
          { startedAt: { lte: after.startedAt } },
          { OR: [{ startedAt: { lt: after.startedAt } }, { id: { lt: after.id } }] },
        ],
      }),
    },
    include: { change: { omit: { rows: true } } },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: PAGE + 1,
  });
  const people = await findPeople(
    ctx,
    rows.map(({ actorId }) => actorId),
  );
  const page = pageOf(
    ctx,
    list,
    rows.map((row) => ({ ...row, createdAt: row.startedAt })),
    PAGE,
    (row) => toListed(row, people),
  );
  return { statements: page.items, next: page.nextCursor };
}

/** Rows are kept with their change; a restore point may be gone before it. */
const UNDOABLE: Prisma.DataChangeWhereInput = {
  status: "committed",
  OR: [{ rowCount: { gt: 0 } }, { restorePoint: { is: { status: "ready" } } }],
};

type StatementRow = Awaited<ReturnType<Context["db"]["statement"]["findMany"]>>[number] & {
  change: {
    id: string;
    status: string;
    rowCount: number;
    restorePointId: string | null;
    transactionId: string | null;
    tableName: string | null;
    undoneById: string | null;
  } | null;
};

function toListed(row: StatementRow, people: ReadonlyMap<string, Person>): ListedStatement {
  const { id, text, command, status, sqlState, actorId, change } = row;
  // A crash leaves no word of the rollback, but a change whose transaction is known to have ended.
  const message = row.message ?? (status === "succeeded" && change?.status === "aborted" ? ROLLED_BACK : null);
  return {
    id,
    text,
    command,
    status,
    sqlState,
    message,
    actorId,
    rowCount: row.rowCount === null ? null : Number(row.rowCount),
    durationMicros: row.durationMicros === null ? null : Number(row.durationMicros),
    startedAt: row.startedAt.toISOString(),
    person: people.get(actorId) ?? null,
    change: change && {
      id: change.id,
      status: change.status,
      kind: change.rowCount > 0 || change.tableName !== null ? "rows" : "restore-point",
      rowCount: change.rowCount,
      undoneById: change.undoneById,
    },
  };
}
