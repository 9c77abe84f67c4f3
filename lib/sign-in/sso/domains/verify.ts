import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { domainInOneForm } from "@/lib/core/email-address";
import { ServiceError } from "@/lib/core/errors";
import { SSO_DOMAIN_CHECK_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { type DomainAddress, domainNotFound, getConnection, lockConnection, SET_UP_SSO } from "../connections/address";
import { requireActiveConnectionOwner } from "../connections/authorise";
import { proofRecord } from "../connections/proof-record";
import { type SsoDomain, toSsoDomain } from "../connections/resource";
import { endOtherSessions } from "../end-other-sessions";

/**
 * Looks up a domain's record. One that was found counts until it has been gone for days. Throws
 * `sso_connection_not_found`, `not_found`, `rate_limited`, and `conflict` where there is no such record, or where another
 * connection of the project has proven the domain.
 */
export async function verifySsoDomain(ctx: Context, address: DomainAddress): Promise<SsoDomain> {
  const { projectId, connectionId } = address;
  const domain = domainInOneForm(address.domain);
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, SET_UP_SSO);
  const { domains } = await getConnection(ctx, address);
  const known = domains.find((each) => each.domain === domain);
  if (!known) throw domainNotFound();
  if (known.verifiedAt !== null && known.missingSince === null) return toSsoDomain(known);
  await countCheck(ctx, address.ofOrganisation ?? projectId);
  const isFound = await isRecordThere(ctx, known);
  try {
    const row = await withTransaction(ctx, async (tx) => {
      const now = tx.clock.now();
      const before = (await lockConnection(tx, address)).domains.find((each) => each.domain === domain);
      // Removed and added again, a domain has another record.
      if (before?.proof !== known.proof) throw domainNotFound();
      const verifiedAt = before.verifiedAt ?? (isFound ? now : null);
      const where = { connectionId, projectId, domain };
      const missingSince = isFound ? null : before.missingSince;
      await tx.db.ssoDomain.updateMany({ where, data: { checkedAt: now, verifiedAt, missingSince } });
      if (verifiedAt !== null && before.verifiedAt === null) {
        const data = { projectId, domain };
        await recordAudit(tx, { organisationId, action: "sso_domain.verify", targetId: connectionId, data });
        await endOtherSessions(tx, { projectId, connectionId });
      }
      return { ...before, checkedAt: now, verifiedAt, missingSince };
    });
    if (row.verifiedAt !== null) return toSsoDomain(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `Another connection of the project has verified ${domain}.`);
  }
  const { name } = proofRecord(known);
  throw new ServiceError("conflict", `There's no such TXT record at ${name} yet. A new record can take an hour.`);
}

/** The operator's own checks are not counted. */
async function countCheck(ctx: Context, owner: string): Promise<void> {
  if (ctx.actor.kind === "operator") return;
  await requireWithinLimit(ctx, SSO_DOMAIN_CHECK_LIMIT, owner, "Domains were just checked.");
}

async function isRecordThere(ctx: Context, domain: { domain: string; proof: string }): Promise<boolean> {
  const { name, value } = proofRecord(domain);
  try {
    return (await ctx.mail.resolveTxt(name)).some((text) => text.trim() === value);
  } catch (error) {
    ctx.log.debug({ err: error, name }, "no name server answered");
    throw new ServiceError("service_unavailable", "The name servers of the domain didn't answer. Try again later.");
  }
}
