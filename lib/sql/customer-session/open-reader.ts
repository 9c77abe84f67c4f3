import type { Context } from "@/lib/core/context";
import type { CustomerSession, CustomerSessionOptions } from "@/lib/core/ports/customer-session";
import { requireReady } from "@/lib/hosting/databases/ready";
import { openAsDerivedRole } from "./open-derived";

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
  return openAsDerivedRole(
    ctx,
    { id, hostId },
    {
      ...{ purpose: "read-role", name: "its read-only role" },
      connect: (password) => host.connectAsReader(id, password, options),
      ensure: (session, verifier) => session.ensureReadRole(id, verifier),
      requireUsable: async () => {
        const select = { id: true, status: true } as const;
        await requireReady(ctx, await ctx.db.database.findUniqueOrThrow({ where: { id }, select }));
      },
    },
  );
}
