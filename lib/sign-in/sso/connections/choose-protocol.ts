import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { type ConnectionAddress, getConnection, lockConnection, SET_UP_SSO } from "./address";
import { requireActiveConnectionOwner } from "./authorise";
import { type ConnectionRow, type SsoConnection, type SsoProtocol, toSsoConnection } from "./resource";

/**
 * Changes the protocol of a connection that nothing is set of yet. Throws `sso_connection_not_found`, and `conflict`
 * once it has an identity provider, or where its owner wants a feature of SAML alone.
 */
export async function chooseSsoProtocol(
  ctx: Context,
  { protocol, ...address }: ConnectionAddress & { protocol: SsoProtocol },
): Promise<SsoConnection> {
  const { projectId, connectionId: id } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, SET_UP_SSO);
  return withTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx, address);
    if (before.protocol === protocol) return toSsoConnection(tx, before);
    if (!isProtocolOpen(before)) {
      throw new ServiceError("conflict", "The protocol can't be changed any more. The app's owner can start anew.");
    }
    await tx.db.ssoConnection.updateMany({ where: { id, projectId }, data: { protocol, updatedAt: tx.clock.now() } });
    const data = { projectId, name: before.name, protocol };
    await recordAudit(tx, { organisationId, action: "sso_connection.choose_protocol", targetId: id, data });
    return toSsoConnection(tx, await getConnection(tx, address));
  });
}

/** Returns whether the protocol may be changed: the connection has neither an identity provider nor a key of its own. */
export function isProtocolOpen(
  row: Pick<ConnectionRow, "entityId" | "issuer" | "certificate" | "signsRequests" | "requiresEncryption">,
): boolean {
  const { entityId, issuer, certificate, signsRequests, requiresEncryption } = row;
  return entityId === null && issuer === null && certificate === null && !signsRequests && !requiresEncryption;
}
