import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { SignInContext } from "../../context";
import { privateKeyPlace } from "../saml/service-provider";
import { type ConnectionAddress, getConnection, lockConnection, WRITE_SSO } from "./address";
import { requireActiveConnectionOwner } from "./authorise";
import { type ConnectionRow, type SsoConnection, toSsoConnection } from "./resource";

/**
 * Makes a second key of a connection, whose certificate its metadata then has beside the old one. The old key signs and
 * either decrypts until `endSsoKeyRotation`. A rotation under way keeps its key. Throws `sso_connection_not_found`, and
 * `conflict` for a connection without a key.
 */
export async function rotateSsoKey(ctx: SignInContext, address: ConnectionAddress): Promise<SsoConnection> {
  const { projectId, connectionId: id } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, WRITE_SSO);
  const known = await getConnection(ctx, address);
  requireKey(known);
  if (known.nextCertificate !== null) return toSsoConnection(ctx, known);
  // Making it takes a while, and so happens before the transaction.
  const key = await ctx.signIn.saml.makeKey(id, ctx.clock.now());
  return withTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx, address);
    requireKey(before);
    if (before.nextCertificate !== null) return toSsoConnection(tx, before);
    const nextPrivateKey = tx.sealer.seal(key.privateKey, privateKeyPlace(id, "next_private_key"));
    const next = { nextPrivateKey, nextCertificate: key.certificate, updatedAt: tx.clock.now() };
    await tx.db.ssoConnection.updateMany({ where: { id, projectId }, data: next });
    const made = toSsoConnection(tx, await getConnection(tx, address));
    const fingerprint = made.serviceProvider.nextCertificate?.fingerprint ?? "";
    const data = { projectId, name: made.name, fingerprint };
    await recordAudit(tx, { organisationId, action: "sso_connection.rotate_key", targetId: id, data });
    return made;
  });
}

function requireKey({ certificate }: ConnectionRow): void {
  if (certificate !== null) return;
  throw new ServiceError(
    "conflict",
    "The connection has no key, as it neither signs requests nor requires encryption.",
  );
}
