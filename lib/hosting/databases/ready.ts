import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { OperationKind } from "@/lib/hosting/operations/journal";

/** While one of these operations runs, the database accepts no session, or is about to be replaced by another one. */
export const CHANGING: OperationKind[] = ["rotate", "restore-point", "restore", "move"];

/** Returns the row of a database that can be used now. Throws `database_not_found` and `database_not_ready`. */
export async function getReadyDatabase(ctx: Context, organisationId: string, databaseId: string) {
  const row = await getDatabaseInOrganisation(ctx, organisationId, databaseId);
  await requireReady(ctx, row);
  return row;
}

/** Throws `database_not_ready` for a database that cannot be used yet, or that an operation is changing. */
export async function requireReady(ctx: Context, row: { id: string; status: string }): Promise<void> {
  const running = await ctx.db.operation.findFirst({
    where: { databaseId: row.id, status: "running", kind: { in: CHANGING } },
    select: { id: true },
  });
  requireUsable({ status: row.status, isChanging: running !== null });
}

/** Throws `database_not_ready`. */
export function requireUsable({ status, isChanging }: { status: string; isChanging: boolean }): void {
  if (status === "ready" && !isChanging) return;
  throw new ServiceError("database_not_ready", `The database is ${isChanging ? "being changed" : status}.`, {
    retryAfterSeconds: 1,
  });
}
