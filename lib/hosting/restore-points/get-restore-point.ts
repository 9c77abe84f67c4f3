import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** Returns a usable restore point of a database the caller has found. Throws `not_found`, `database_not_ready`. */
export async function getRestorePoint(ctx: Context, input: { databaseId: string; restorePointId: string }) {
  const row = await ctx.db.restorePoint.findFirst({
    where: { id: input.restorePointId, databaseId: input.databaseId, status: { not: "deleting" } },
    select: { id: true, copyId: true, name: true, status: true, origin: true },
  });
  if (!row) throw restorePointNotFound();
  if (row.status !== "ready") {
    throw new ServiceError("database_not_ready", "The restore point is still being created.", { retryAfterSeconds: 5 });
  }
  return row;
}

export function restorePointNotFound(): ServiceError {
  return new ServiceError("not_found", "Restore point not found.");
}
