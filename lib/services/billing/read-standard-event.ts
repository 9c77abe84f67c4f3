import { z } from "zod";
import { ProviderId, SubjectMetadata, type SubscriptionEvent } from "./subscription-event";

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A subscription as Polar sends it, of which other providers by Standard Webhooks need the fields without a default. */
const Subscription = z.object({
  id: ProviderId,
  status: z.string(),
  customer_id: ProviderId,
  product_id: ProviderId,
  prices: z.array(z.object({ id: ProviderId })).default([]),
  created_at: Moment,
  modified_at: Moment.nullish(),
  current_period_end: Moment.nullish(),
  cancel_at_period_end: z.boolean().default(false),
  seats: z.number().nullish(),
  quantity: z.number().nullish(),
  metadata: SubjectMetadata,
});

export const StandardEvent = z.object({ type: z.string().max(100), data: z.unknown() });

/** Returns the event of a body by Standard Webhooks; `null` for one that is about something else. */
export function readStandardEvent(body: unknown, id: string): SubscriptionEvent | null {
  const { type, data } = StandardEvent.parse(body);
  if (!type.startsWith("subscription.")) return null;
  const subscription = Subscription.parse(data);
  return {
    ...{ id, type, subscriptionId: subscription.id, customerId: subscription.customer_id },
    modifiedAt: subscription.modified_at ?? subscription.created_at,
    products: [subscription.product_id, ...subscription.prices.map((price) => price.id)],
    quantities: [subscription.seats, subscription.quantity].filter((count) => typeof count === "number"),
    status: type === "subscription.revoked" ? "canceled" : subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: subscription.current_period_end ?? null,
    subject: subscription.metadata,
  };
}
