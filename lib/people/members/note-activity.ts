import type { Context } from "@/lib/core/context";
import type { Membership } from "@/lib/people/accounts/find-session";

const STEP_MS = 5 * 60_000;

/** Notes that a member uses the dashboard, at most every five minutes. */
export async function noteActivity(
  ctx: Context,
  { memberId, organisationId, lastActiveAt }: Pick<Membership, "memberId" | "organisationId" | "lastActiveAt">,
): Promise<void> {
  const now = ctx.clock.now();
  const due = new Date(now.getTime() - STEP_MS);
  if (lastActiveAt !== null && Date.parse(lastActiveAt) > due.getTime()) return;
  await ctx.db.member.updateMany({
    where: { id: memberId, organisationId, OR: [{ lastActiveAt: null }, { lastActiveAt: { lte: due } }] },
    data: { lastActiveAt: now },
  });
}
