import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "../connections/address";
import { requireConnectionOwner } from "../connections/authorise";

/**
 * Revokes a connection's set-up link: neither the link nor the browser that has opened it works any more. Throws
 * `sso_connection_not_found`, and `not_found` without a link.
 */
export async function revokeSetUpLink(ctx: Context, address: ConnectionAddress): Promise<void> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireConnectionOwner(ctx, address, WRITE_SSO);
  await withTransaction(ctx, async (tx) => {
    await lockConnection(tx, address);
    const { count } = await tx.db.ssoSetUpLink.deleteMany({ where: { projectId, connectionId } });
    if (count === 0) throw new ServiceError("not_found", "The connection has no set-up link.");
    const data = { projectId };
    await recordAudit(tx, { organisationId, action: "sso_set_up.revoke_link", targetId: connectionId, data });
  });
}
