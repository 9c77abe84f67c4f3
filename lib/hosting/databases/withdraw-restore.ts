import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/**
 * Withdraws the restore of a database that is deleted before its turn came. Throws `database_not_ready` while it, or
 * another one from it, is carried out. The caller has marked the database, for which one that begins now waits.
 */
export async function withdrawRestore(
  ctx: Context,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<void> {
  await ctx.db.pastRestore.deleteMany({ where: { databaseId: id, organisationId, status: "waiting" } });
  const running = await ctx.db.pastRestore.count({
    where: { organisationId, status: "running", OR: [{ databaseId: id }, { sourceId: id }] },
  });
  if (running === 0) return;
  throw new ServiceError("database_not_ready", "The database is being restored to a time. Wait until that has ended.", {
    retryAfterSeconds: 30,
  });
}
