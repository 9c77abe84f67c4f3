import type { Context } from "@/lib/core/context";
import type { SubscriptionEvent } from "./subscription-event";

export interface Subject {
  organisationId: string;
  /** `null` where the subscription is of the whole organisation. */
  projectId: string | null;
}

/**
 * Returns whom a subscription is for: whom it has been for since its first event; else whom its metadata names, who must
 * be the customer's organisation or its project where the customer is known; else whom the customer pays for already.
 * `null` where that is nobody. The caller holds the lock of the customer.
 */
export async function findSubject(tx: Context, event: SubscriptionEvent): Promise<Subject | null> {
  const { subscriptionId, customerId } = event;
  const stored = await tx.db.billingSubscription.findUnique({ where: { id: subscriptionId } });
  if (stored) return stored.providerCustomerId === customerId ? stored : null;
  const known = await tx.db.billingSubscription.findFirst({
    where: { providerCustomerId: customerId },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  const { organisationId, projectId } = event.subject;
  if (organisationId === undefined && projectId === undefined) return known;
  const named = await findNamed(tx, organisationId, projectId);
  if (named === null || (known && known.organisationId !== named.organisationId)) return null;
  return named;
}

async function findNamed(tx: Context, organisationId?: string, projectId?: string): Promise<Subject | null> {
  if (projectId === undefined) return organisationId === undefined ? null : { organisationId, projectId: null };
  const project = await tx.db.project.findFirst({
    where: { id: projectId, deletedAt: null },
    select: { organisationId: true },
  });
  const owner = project?.organisationId ?? null;
  if (owner === null || (organisationId !== undefined && organisationId !== owner)) return null;
  return { organisationId: owner, projectId };
}
