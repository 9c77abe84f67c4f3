import { recordAudit, SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { proofRecord } from "../connections/proof-record";

const DAY_MS = 86_400_000;
/** A record that is gone for so long proves its domain no more. */
export const DAYS_UNTIL_UNVERIFIED = 7;

interface Proven {
  connectionId: string;
  projectId: string;
  domain: string;
  proof: string;
  missingSince: Date | null;
  connection: { organisationId: string | null; project: { organisationId: string | null } };
}

/**
 * Looks up the records of all verified domains again. The first time that one is gone leaves a warning; after
 * `DAYS_UNTIL_UNVERIFIED` days the domain is no longer verified. Name servers that don't answer change nothing.
 */
export async function checkSsoDomains(ctx: Context): Promise<void> {
  const rows: Proven[] = await ctx.db.ssoDomain.findMany({
    where: { verifiedAt: { not: null }, connection: { project: { deletedAt: null } } },
    select: {
      ...{ connectionId: true, projectId: true, domain: true, proof: true, missingSince: true },
      connection: { select: { organisationId: true, project: { select: { organisationId: true } } } },
    },
    orderBy: [{ connectionId: "asc" }, { domain: "asc" }],
  });
  for (const row of rows) {
    try {
      await check(ctx, row);
    } catch (error) {
      const { projectId, connectionId, domain } = row;
      ctx.log.error({ err: error, projectId, connectionId, domain }, "a single sign-on domain was not checked");
    }
  }
}

async function check(ctx: Context, row: Proven): Promise<void> {
  const { connectionId, projectId, domain, proof } = row;
  const isFound = await isRecordThere(ctx, row);
  if (isFound === null) return;
  const now = ctx.clock.now();
  const missingSince = isFound ? null : (row.missingSince ?? now);
  const isOver = missingSince !== null && now.getTime() - missingSince.getTime() >= DAYS_UNTIL_UNVERIFIED * DAY_MS;
  await withTransaction(ctx, async (tx) => {
    // Removed and added again, or verified anew, a domain has another record.
    const where = { connectionId, projectId, domain, proof, verifiedAt: { not: null }, missingSince: row.missingSince };
    const data = isOver ? { checkedAt: now, missingSince: null, verifiedAt: null } : { checkedAt: now, missingSince };
    const { count } = await tx.db.ssoDomain.updateMany({ where, data });
    const isNews = isOver || (missingSince !== null && row.missingSince === null);
    if (count === 0 || !isNews) return;
    await recordAudit(tx, {
      organisationId: row.connection.organisationId ?? row.connection.project.organisationId ?? SERVICE_SCOPE,
      action: isOver ? "sso_domain.unverify" : "sso_domain.miss",
      targetId: connectionId,
      data: { projectId, domain },
    });
  });
}

/** Returns `null` where no name server answered. */
async function isRecordThere(ctx: Context, row: Pick<Proven, "domain" | "proof">): Promise<boolean | null> {
  const { name, value } = proofRecord(row);
  try {
    return (await ctx.mail.resolveTxt(name)).some((text) => text.trim() === value);
  } catch (error) {
    ctx.log.debug({ err: error, name }, "no name server answered");
    return null;
  }
}
