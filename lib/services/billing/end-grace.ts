import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { graceEndsFor, grantPlans, lockOrganisation } from "./grant";

/** More than this many end at the next run. */
const MOST_AT_ONCE = 500;

/** Takes the plans of subscriptions that have been past due for longer than the grace. */
export async function endPastDueGrace(ctx: Context): Promise<void> {
  const isOver = { status: "past_due", isGranted: true, pastDueSince: { lte: graceEndsFor(ctx.clock.now()) } };
  const due = await ctx.db.billingSubscription.findMany({
    where: isOver,
    select: { id: true, organisationId: true, projectId: true },
    orderBy: [{ pastDueSince: "asc" }, { id: "asc" }],
    take: MOST_AT_ONCE,
  });
  for (const { id, ...subject } of due) {
    const { organisationId, projectId } = subject;
    await withTransaction(ctx, async (tx) => {
      await lockOrganisation(tx, organisationId);
      // A payment that arrived meanwhile has changed the row.
      const { count } = await tx.db.billingSubscription.updateMany({
        where: { id, organisationId, ...isOver },
        data: { isGranted: false, updatedAt: tx.clock.now() },
      });
      if (count === 0) return;
      const plan = await grantPlans(tx, subject);
      await recordAudit(tx, {
        organisationId,
        action: "subscription.change",
        targetId: projectId ?? organisationId,
        data: { subscription: id, status: "past_due", plan },
      });
    });
  }
}
