import { databaseClosed } from "@/lib/core/closed-database";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { HostUnavailableError } from "@/lib/core/errors";
import type { HostSession } from "@/lib/core/ports/database-host";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";

interface DerivedRole<Session> {
  /** The purpose that its password is derived for. */
  purpose: "read-role" | "function-role";
  /** The role in a refusal. */
  name: string;
  /** Returns `null` where the host lets the role not in yet. */
  connect: (password: string) => Promise<Session | null>;
  /** Makes the role, or gives it its rights and password again. */
  ensure: (host: HostSession, verifier: string) => Promise<void>;
  requireUsable: () => Promise<unknown>;
}

/**
 * Opens a session as a role whose password follows from the key ring and isn't stored. The role is made when it's first
 * needed, after a restore, and after a change of the keys. Throws `host_unavailable`, and as `requireUsable`.
 */
export async function openAsDerivedRole<Session>(
  ctx: Pick<Context, "db" | "hosts" | "random" | "sealer">,
  { id, hostId }: { id: string; hostId: string },
  { purpose, name, connect, ensure, requireUsable }: DerivedRole<Session>,
): Promise<Session> {
  const password = ctx.sealer.mac(id, purpose);
  const session = await connect(password);
  if (session) return session;
  await requireUsable();
  await withDatabaseLock(ctx, { id, hostId }, async (host) => {
    await requireUsable();
    const restriction = await host.restrictionOf(id);
    // The guard couldn't have kept out a role that is only made now.
    if (restriction?.state === "closed") throw databaseClosed(restriction);
    await ensure(host, scramVerifier(password, ctx.random));
  });
  const second = await connect(password);
  if (second) return second;
  throw new HostUnavailableError(`The database's host doesn't accept ${name}.`);
}
