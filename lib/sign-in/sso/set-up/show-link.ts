import type { Context } from "@/lib/core/context";
import { type ConnectionAddress, getConnection, READ_SSO } from "../connections/address";
import { requireConnectionOwner } from "../connections/authorise";
import type { SsoSetUpState } from "../connections/resource";

/** Returns the state of a connection's set-up link; `null` without one that works. Throws `sso_connection_not_found`. */
export async function showSetUpLink(ctx: Context, address: ConnectionAddress): Promise<SsoSetUpState | null> {
  const { projectId, connectionId } = address;
  await requireConnectionOwner(ctx, address, READ_SSO);
  await getConnection(ctx, address);
  const where = { projectId, connectionId, expiresAt: { gt: ctx.clock.now() } };
  const row = await ctx.db.ssoSetUpLink.findFirst({ where, select: { openedAt: true, expiresAt: true } });
  return row && { openedAt: row.openedAt?.toISOString() ?? null, expiresAt: row.expiresAt.toISOString() };
}
