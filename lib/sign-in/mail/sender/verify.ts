import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { type DnsRecord, type RecordState, recordsFor, stateOf } from "./records";
import { type SenderDomain, type SenderDomainRow, senderDomainNotFound, toSenderDomain } from "./resource";

type States = Partial<Record<DnsRecord["purpose"], RecordState>>;

/**
 * Looks up a project's records. Mails come from its domain only while every required record exists, since they would
 * fail the domain's own rules otherwise. Name servers that do not answer change nothing.
 */
export async function verifySenderDomain(ctx: Context, address: ProjectAddress): Promise<SenderDomain> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:write");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.senderDomain.findUnique({ where: { projectId } });
  if (!row) throw senderDomainNotFound();
  const records = recordsFor(row, ctx.mail.spfMechanism);
  const states: States = Object.fromEntries(
    await Promise.all(records.map(async (record) => [record.purpose, await look(ctx, record)])),
  );
  const required = records.filter(({ isRequired }) => isRequired).map(({ purpose }) => states[purpose]);
  const isUnknown = required.includes("unknown") && !required.some((state) => state !== "found" && state !== "unknown");
  const updated = isUnknown
    ? row
    : await keep(
        ctx,
        address,
        row,
        required.every((state) => state === "found"),
      );
  return toSenderDomain(updated, ctx.mail.spfMechanism, states);
}

async function look(ctx: Context, record: DnsRecord): Promise<RecordState> {
  try {
    return stateOf(record, await ctx.mail.resolveTxt(record.name));
  } catch (error) {
    ctx.log.debug({ err: error, name: record.name }, "no name server answered");
    return "unknown";
  }
}

/** Saves the result, unless another domain was set meanwhile. */
function keep(ctx: Context, { organisationId, projectId }: ProjectAddress, row: SenderDomainRow, isVerified: boolean) {
  return withTransaction(ctx, async (tx) => {
    const checkedAt = tx.clock.now();
    const verifiedAt = isVerified ? (row.verifiedAt ?? checkedAt) : null;
    const { domain, dkimSelector } = row;
    const { count } = await tx.db.senderDomain.updateMany({
      where: { projectId, domain, dkimSelector },
      data: { checkedAt, verifiedAt },
    });
    if (count === 1 && isVerified !== (row.verifiedAt !== null)) {
      const action = isVerified ? "sender_domain.verify" : "sender_domain.unverify";
      await recordAudit(tx, { organisationId, action, targetId: projectId, data: { domain } });
    }
    return { ...row, checkedAt, verifiedAt };
  });
}
