import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { privateKeyPlace } from "../saml/service-provider";
import { type ConnectionAddress, getConnection, lockConnection, WRITE_SSO } from "./address";
import { requireActiveConnectionOwner } from "./authorise";
import { type SsoConnection, toSsoConnection } from "./resource";

/**
 * Deletes the old key of a connection: the new one signs from now on, and decrypts alone. Throws
 * `sso_connection_not_found`, and `conflict` without a rotation under way.
 */
export async function endSsoKeyRotation(ctx: Context, address: ConnectionAddress): Promise<SsoConnection> {
  const { projectId, connectionId: id } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    await lockConnection(tx, address);
    const where = { id, projectId };
    const select = { nextPrivateKey: true, nextCertificate: true };
    const { nextPrivateKey, nextCertificate } = await tx.db.ssoConnection.findFirstOrThrow({ where, select });
    if (nextPrivateKey === null) throw new ServiceError("conflict", "The connection's key isn't being replaced.");
    const opened = tx.sealer.open(nextPrivateKey, privateKeyPlace(id, "next_private_key"));
    const current = { privateKey: tx.sealer.seal(opened, privateKeyPlace(id)), certificate: nextCertificate };
    const none = { nextPrivateKey: null, nextCertificate: null, updatedAt: tx.clock.now() };
    await tx.db.ssoConnection.updateMany({ where, data: { ...current, ...none } });
    const done = toSsoConnection(tx, await getConnection(tx, address));
    const data = { projectId, name: done.name, fingerprint: done.serviceProvider.certificate?.fingerprint ?? "" };
    await recordAudit(tx, { organisationId, action: "sso_connection.end_key_rotation", targetId: id, data });
    return done;
  });
}
