import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import type { Plan } from "@/lib/core/plans";
import type { Subject } from "./find-subject";
import { grantPlans, isGranting } from "./grant";
import { rankOf, type SubscriptionEvent } from "./subscription-event";

interface StoredSubscription {
  status: string;
  modifiedAt: Date;
  rank: string;
  pastDueSince: Date | null;
}

/**
 * Takes over the content of an event, unless a newer one has. Returns whether it did. The caller has locked the
 * organisation and recorded the event.
 */
export async function applyEvent(
  tx: Context,
  { event, plan, subject }: { event: SubscriptionEvent; plan: Plan; subject: Subject },
): Promise<boolean> {
  const [stored] = await tx.db.$queryRaw<StoredSubscription[]>`
    select status, modified_at as "modifiedAt", rank, past_due_since as "pastDueSince"
    from billing_subscription where id = ${event.subscriptionId} for update`;
  const rank = rankOf(event, plan);
  if (stored && !isNewer({ modifiedAt: event.modifiedAt, rank }, stored)) return false;
  const now = tx.clock.now();
  const pastDueSince = event.status === "past_due" ? (stored?.pastDueSince ?? event.modifiedAt) : null;
  const values = {
    ...{ plan, rank, pastDueSince, updatedAt: now, status: event.status, modifiedAt: event.modifiedAt },
    isGranted: isGranting(event.status, pastDueSince, now),
    cancelAtPeriodEnd: event.cancelAtPeriodEnd,
    currentPeriodEnd: event.currentPeriodEnd,
  };
  const { organisationId, projectId } = subject;
  const owner = { organisationId, projectId, providerCustomerId: event.customerId };
  await tx.db.billingSubscription.upsert({
    where: { id: event.subscriptionId },
    create: { id: event.subscriptionId, ...owner, ...values, createdAt: now },
    update: values,
    select: { id: true },
  });
  const holds = await grantPlans(tx, subject);
  await recordAudit(tx, {
    organisationId,
    action: "subscription.change",
    targetId: projectId ?? organisationId,
    data: { event: event.id, subscription: event.subscriptionId, status: event.status, pays: plan, plan: holds },
  });
  return true;
}

/** Two events of the same moment are ordered by their ranks, so that the order of arrival means nothing. */
function isNewer(event: { modifiedAt: Date; rank: string }, stored: StoredSubscription): boolean {
  const difference = event.modifiedAt.getTime() - stored.modifiedAt.getTime();
  return difference > 0 || (difference === 0 && event.rank > stored.rank);
}
