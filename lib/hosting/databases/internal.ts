import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { OperationKind } from "@/lib/hosting/operations/journal";

/** Rows that the outside may see. From the first accepted deletion on, a database is gone for everybody. */
export const VISIBLE = { status: { not: "deleting" } } as const;

const COLUMNS = {
  id: true,
  name: true,
  status: true,
  hostId: true,
  hostKind: true,
  organisationId: true,
  parentDatabaseId: true,
} as const;

/** The row, reached through its organisation: a stranger's id and an unknown one are the same `database_not_found`. */
export async function getDatabaseInOrganisation(ctx: Context, organisationId: string, databaseId: string) {
  const row = await ctx.db.database.findFirst({
    where: { id: databaseId, organisationId, ...VISIBLE },
    select: COLUMNS,
  });
  if (!row) throw databaseNotFound();
  return row;
}

/** Like `getDatabaseInOrganisation`, and `database_not_ready` unless the database can be used and nothing changes it. */
export async function getReadyDatabase(ctx: Context, organisationId: string, databaseId: string) {
  const row = await getDatabaseInOrganisation(ctx, organisationId, databaseId);
  await requireReady(ctx, row);
  return row;
}

/** While one of them runs, the database accepts no session, or is about to be another one. */
const CHANGING: OperationKind[] = ["rotate", "restore-point", "restore"];

/** Refuses with `database_not_ready` what cannot be used yet, or is being changed. */
export async function requireReady(ctx: Context, row: { id: string; status: string }): Promise<void> {
  const running = await ctx.db.operation.findFirst({
    where: { databaseId: row.id, status: "running", kind: { in: CHANGING } },
    select: { id: true },
  });
  if (row.status !== "ready" || running) {
    throw new ServiceError("database_not_ready", `The database is ${running ? "being changed" : row.status}.`, {
      retryAfterSeconds: 1,
    });
  }
}

export function databaseNotFound(): ServiceError {
  return new ServiceError("database_not_found", "There is no such database.");
}
