import { createHash } from "node:crypto";
import { z } from "zod";
import { PLAN_NAMES, type Plan } from "@/lib/core/plans";

/** In the order in which a subscription goes through them; of two at the same moment, the later one is the newer. */
const STATUSES = [
  ...["incomplete", "trialing", "active", "past_due"],
  ...["paused", "unpaid", "incomplete_expired", "canceled"],
];

/** The facts that both kinds of provider give about a subscription. */
export interface SubscriptionEvent {
  id: string;
  type: string;
  /** When the provider changed the subscription; events arrive in any order, and several at a time. */
  modifiedAt: Date;
  subscriptionId: string;
  customerId: string;
  /** Ids of products and prices. */
  products: readonly string[];
  quantities: readonly number[];
  status: string;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  subject: { organisationId?: string | undefined; projectId?: string | undefined };
}

/** Ids of providers, which become keys of rows. */
export const ProviderId = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** The subject of a subscription, as the checkout was told; everything else in it is the operator's own. */
export const SubjectMetadata = z
  .object({ organisationId: z.string().optional().catch(undefined), projectId: z.string().optional().catch(undefined) })
  .nullish()
  .transform((metadata) => metadata ?? {});

/** Providers may add a status; this version then does not guess its meaning for the plan. */
export function isKnownStatus(status: string): boolean {
  return STATUSES.includes(status);
}

/**
 * Returns a text by which events of the same moment are ordered, independent of their arrival: the end of a
 * subscription last, its creation first, and any other two by their content.
 */
export function rankOf(event: SubscriptionEvent, plan: Plan): string {
  const { type, customerId, products, status, cancelAtPeriodEnd, currentPeriodEnd, subject } = event;
  const content = JSON.stringify([customerId, products, status, cancelAtPeriodEnd, currentPeriodEnd, subject]);
  const digest = createHash("sha256").update(content).digest("hex");
  const isCreation = type.endsWith("subscription.created");
  return [
    STATUSES.indexOf(status),
    isCreation ? 0 : 1,
    cancelAtPeriodEnd ? 1 : 0,
    PLAN_NAMES.indexOf(plan),
    digest.slice(0, 16),
  ].join("-");
}
