import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { SENDER_CHECK_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { examine, type Finding } from "./examine";
import { type DnsRecord, dkimName, nextRecordFor, recordsFor } from "./records";
import {
  type Findings,
  type SenderDomain,
  type SenderDomainRow,
  senderDomainNotFound,
  toSenderDomain,
} from "./resource";
import { takeOver } from "./take-over";

/**
 * Looks up a project's records. Mails come from its domain only while every required record exists, since they would
 * fail the domain's own rules otherwise, and while no other project has proven it. Name servers that do not answer
 * change nothing. Throws `rate_limited`.
 */
export async function verifySenderDomain(ctx: Context, address: ProjectAddress): Promise<SenderDomain> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "sender-domains:write");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.senderDomain.findUnique({ where: { projectId } });
  if (!row) throw senderDomainNotFound();
  await countCheck(ctx, projectId);
  const records = recordsFor(row, ctx.mail.spfMechanism);
  const nextRecord = nextRecordFor(row);
  const [looked, next, isOldGone] = await Promise.all([
    Promise.all(records.map(async (record) => ({ record, finding: await look(ctx, record) }))),
    nextRecord && look(ctx, nextRecord),
    isOldRecordGone(ctx, row),
  ]);
  const takesOver = next?.state === "found";
  // The new key's record stands for the old one's, which may be gone already.
  if (takesOver) for (const each of looked) if (each.record.purpose === "DKIM") each.finding = next;
  const findings: Findings = Object.fromEntries(looked.map(({ record, finding }) => [record.purpose, finding]));
  if (next && !takesOver) findings.next = next;
  const required = looked.filter(({ record }) => record.isRequired).map(({ finding }) => finding.state);
  const isUnknown = required.includes("unknown") && !required.some((state) => state !== "found" && state !== "unknown");
  if (isUnknown) return toSenderDomain({ ...row, findings }, ctx.mail.spfMechanism);
  const isProven = required.every((state) => state === "found");
  const outcome = { findings, isProven, takesOver, isOldGone };
  const kept = await keepOnce(ctx, address, row, outcome).catch((error: unknown) => {
    // Another project proved the domain between the look and the write.
    if (!isUniqueViolation(error)) throw error;
    return keepOnce(ctx, address, row, outcome);
  });
  return toSenderDomain(kept, ctx.mail.spfMechanism);
}

/** The service's own checks are not counted. */
async function countCheck(ctx: Context, projectId: string): Promise<void> {
  if (ctx.actor.kind === "operator") return;
  await requireWithinLimit(ctx, SENDER_CHECK_LIMIT, projectId, "The records were just checked.");
}

async function look(ctx: Context, record: DnsRecord): Promise<Finding> {
  try {
    const finding = examine(record, await ctx.mail.resolveTxt(record.name));
    return finding.state === "missing" ? await lookTwice(ctx, record, finding) : finding;
  } catch (error) {
    ctx.log.debug({ err: error, name: record.name }, "no name server answered");
    return { state: "unknown", found: [], problem: "The name servers didn't answer." };
  }
}

/** An old record that its owner has removed need not be named any more. */
async function isOldRecordGone(ctx: Context, { domain, oldSelector }: SenderDomainRow): Promise<boolean> {
  if (oldSelector === null) return false;
  return ctx.mail.resolveTxt(dkimName(domain, oldSelector).name).then(
    (answered) => answered.length === 0,
    () => false,
  );
}

/** A console that completes names itself makes `x.shop.example.shop.example` of a whole name. */
async function lookTwice(ctx: Context, record: DnsRecord, missing: Finding): Promise<Finding> {
  const zone = record.host === "@" ? record.name : record.name.slice(record.host.length + 1);
  const name = `${record.name}.${zone}`;
  if (record.host === "@" || name.length > 253) return missing;
  const { state } = examine(record, await ctx.mail.resolveTxt(name));
  if (state === "missing") return missing;
  return { ...missing, problem: `The record is at ${name}. Enter the name as ${record.host}, without the domain.` };
}

interface Outcome {
  findings: Findings;
  isProven: boolean;
  takesOver: boolean;
  isOldGone: boolean;
}

/** Saves the result, unless another domain was set meanwhile. A deleted project's proof gives way. */
function keepOnce(
  ctx: Context,
  { organisationId, projectId }: ProjectAddress,
  before: SenderDomainRow,
  { findings, isProven, takesOver, isOldGone }: Outcome,
): Promise<SenderDomainRow> {
  return withTransaction(ctx, async (tx) => {
    const row = takesOver ? await takeOver(tx, { organisationId, projectId }, before) : before;
    const { domain, dkimSelector } = row;
    const others = { domain, verifiedAt: { not: null }, projectId: { not: projectId } };
    if (isProven) {
      const where = { ...others, project: { deletedAt: { not: null } } };
      await tx.db.senderDomain.updateMany({ where, data: { verifiedAt: null } });
    }
    const isTaken = isProven && (await tx.db.senderDomain.count({ where: others })) > 0;
    const isVerified = isProven && !isTaken;
    const checkedAt = tx.clock.now();
    const verifiedAt = isVerified ? (row.verifiedAt ?? checkedAt) : null;
    const kept = { ...findings, isTaken };
    const old = isOldGone && !takesOver ? { oldSelector: null } : {};
    const { count } = await tx.db.senderDomain.updateMany({
      where: { projectId, domain, dkimSelector },
      data: { checkedAt, verifiedAt, findings: kept, ...old },
    });
    if (count === 1 && isVerified !== (row.verifiedAt !== null)) {
      const action = isVerified ? "sender_domain.verify" : "sender_domain.unverify";
      await recordAudit(tx, { organisationId, action, targetId: projectId, data: { domain } });
    }
    return { ...row, ...old, findings: kept, checkedAt, verifiedAt };
  });
}
