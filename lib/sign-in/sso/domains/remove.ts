import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { domainInOneForm } from "@/lib/core/email-address";
import { ServiceError } from "@/lib/core/errors";
import { type DomainAddress, domainNotFound, getConnection, lockConnection, WRITE_SSO } from "../connections/address";
import { requireConnectionOwner } from "../connections/authorise";
import { type SsoConnection, toSsoConnection } from "../connections/resource";

/**
 * Removes a domain: nobody with an address there signs in by the connection any more. Throws
 * `sso_connection_not_found`, `not_found`, and `conflict` for the last verified domain of an enabled connection.
 */
export async function removeSsoDomain(ctx: Context, address: DomainAddress): Promise<SsoConnection> {
  const { projectId, connectionId } = address;
  const domain = domainInOneForm(address.domain);
  const { organisationId } = await requireConnectionOwner(ctx, address, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    const { domains, isEnabled } = await lockConnection(tx, address);
    if (!domains.some((each) => each.domain === domain)) throw domainNotFound();
    const isOtherVerified = domains.some((each) => each.domain !== domain && each.verifiedAt !== null);
    if (isEnabled && !isOtherVerified) {
      throw new ServiceError(
        "conflict",
        "An enabled connection needs a verified domain. Disable the connection first.",
      );
    }
    await tx.db.ssoDomain.deleteMany({ where: { connectionId, projectId, domain } });
    const data = { projectId, domain };
    await recordAudit(tx, { organisationId, action: "sso_domain.remove", targetId: connectionId, data });
    return toSsoConnection(tx, await getConnection(tx, address));
  });
}
