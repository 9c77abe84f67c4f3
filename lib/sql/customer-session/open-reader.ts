import { databaseClosed } from "@/lib/core/closed-database";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { HostUnavailableError } from "@/lib/core/errors";
import type { CustomerSession, CustomerSessionOptions } from "@/lib/core/ports/customer-session";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { requireReady } from "@/lib/hosting/databases/ready";

/**
 * Opens a session inside a database as its read role, which is made when it is first needed and again in a database
 * that a restore put in place. Throws `database_not_ready`, `over_quota`,
 * `host_unavailable`.
 */
export async function openReaderSession(
  ctx: Context,
  { id, hostId }: { id: string; hostId: string },
  options: CustomerSessionOptions,
): Promise<CustomerSession> {
  const host = await ctx.hosts.get(hostId);
  // The password follows from the key ring and is not stored; after a change of the keys the role gets the new one.
  const password = ctx.sealer.mac(id, "read-role");
  const session = await host.connectAsReader(id, password, options);
  if (session) return session;
  const requireStill = async () =>
    requireReady(ctx, await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, status: true } }));
  await requireStill();
  await withDatabaseLock(ctx, { id, hostId }, async (hostSession) => {
    await requireStill();
    const restriction = await hostSession.restrictionOf(id);
    // The guard could not have kept out a role that is only made now.
    if (restriction?.state === "closed") throw databaseClosed(restriction);
    await hostSession.ensureReadRole(id, scramVerifier(password, ctx.random));
  });
  const second = await host.connectAsReader(id, password, options);
  if (second) return second;
  throw new HostUnavailableError("The database's host doesn't accept its read-only role.");
}
