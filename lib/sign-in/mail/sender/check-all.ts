import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { verifySenderDomain } from "./verify";

/** The minute of every hour at which all domains are checked. */
export const CHECK_MINUTE = 52;

const HOUR_MS = 3_600_000;

export function nextCheckAfter(now: Date): Date {
  const next = new Date(now);
  next.setUTCMinutes(CHECK_MINUTE, 0, 0);
  return next > now ? next : new Date(next.getTime() + HOUR_MS);
}

/** Checks the records of every project's domain again. One failure does not stop the others. */
export async function checkSenderDomains(ctx: Context): Promise<void> {
  const rows = await ctx.db.senderDomain.findMany({
    where: { project: { deletedAt: null } },
    select: { projectId: true, verifiedAt: true, project: { select: { organisationId: true } } },
  });
  for (const { projectId, verifiedAt, project } of rows) {
    try {
      const { domain, isVerified } = await verifySenderDomain(ctx, {
        organisationId: project.organisationId ?? SERVICE_SCOPE,
        projectId,
      });
      if (isVerified !== (verifiedAt !== null))
        ctx.log.info({ projectId, domain, isVerified }, "a sender domain changed");
    } catch (error) {
      ctx.log.error({ err: error, projectId }, "a sender domain was not checked");
    }
  }
}
