import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { HostSession } from "@/lib/core/ports/database-host";

/**
 * Does work on the host of a database with its lock held, and with those of other ids. Throws `database_not_ready` if
 * the database was moved to another host while the caller waited for the lock.
 */
export async function withDatabaseLock<T>(
  ctx: Pick<Context, "db" | "hosts">,
  { id, hostId }: { id: string; hostId: string },
  work: (session: HostSession) => Promise<T>,
  others: readonly string[] = [],
): Promise<T> {
  const host = await ctx.hosts.get(hostId);
  return host.withLock([id, ...others], async (session) => {
    const row = await ctx.db.database.findUnique({ where: { id }, select: { hostId: true } });
    if (row && row.hostId !== hostId) {
      const message = "The database was moved to another host. Try again.";
      throw new ServiceError("database_not_ready", message, { retryAfterSeconds: 1 });
    }
    return work(session);
  });
}
