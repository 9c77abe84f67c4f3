import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { parseDomainName } from "../../mail/sender/domain-name";
import { type ConnectionAddress, getConnection, lockConnection, SET_UP_SSO } from "../connections/address";
import { requireActiveConnectionOwner } from "../connections/authorise";
import { type SsoConnection, toSsoConnection } from "../connections/resource";

const MAX_DOMAINS = 50;
const PROOF_LENGTH = 32;

export const AddSsoDomainInput = z.strictObject({
  domain: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .meta({
      example: "acme.example",
      form: {
        label: "Domain",
        kind: "url",
        placeholder: "acme.example",
        fault: "Enter a domain, such as acme.example.",
      },
    }),
});
type AddSsoDomainInput = z.infer<typeof AddSsoDomainInput>;

/**
 * Adds a domain, whose people sign in by the connection once a check has found its record. A domain that is there stays
 * as it is. Throws `sso_connection_not_found`, `conflict`, and `invalid_request` for a domain that many share.
 */
export async function addSsoDomain(
  ctx: Context,
  { domain: text, ...address }: ConnectionAddress & AddSsoDomainInput,
): Promise<SsoConnection> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, SET_UP_SSO);
  const domain = parseDomainName(text);
  return withTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx, address);
    if (before.domains.some((each) => each.domain === domain)) return toSsoConnection(tx, before);
    if (before.domains.length >= MAX_DOMAINS) {
      throw new ServiceError("conflict", `A connection can have ${MAX_DOMAINS} domains.`);
    }
    const proof = randomBase62(PROOF_LENGTH, tx.random);
    await tx.db.ssoDomain.create({ data: { connectionId, projectId, domain, proof, createdAt: tx.clock.now() } });
    const data = { projectId, domain };
    await recordAudit(tx, { organisationId, action: "sso_domain.add", targetId: connectionId, data });
    return toSsoConnection(tx, await getConnection(tx, address));
  });
}
