import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { ProviderId, SubjectMetadata, type SubscriptionEvent } from "./subscription-event";

const Seconds = z
  .number()
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1_000));

const Item = z.object({
  price: z.object({ id: ProviderId, product: ProviderId }),
  quantity: z.number().nullish(),
  current_period_end: Seconds.nullish(),
});

const Subscription = z.object({
  id: ProviderId,
  status: z.string(),
  customer: ProviderId,
  items: z.object({ data: z.array(Item) }),
  cancel_at_period_end: z.boolean(),
  metadata: SubjectMetadata,
});

const StripeEvent = z.object({ id: ProviderId, object: z.string(), type: z.string().max(100) });
const SnapshotEvent = z.object({ created: Seconds, data: z.object({ object: z.unknown() }) });

/**
 * Returns the event of Stripe's body; `null` for one that is about something else. Throws `invalid_request` for a thin
 * event, which doesn't hold the subscription.
 */
export function readStripeEvent(body: unknown): SubscriptionEvent | null {
  const { id, object, type } = StripeEvent.parse(body);
  if (object !== "event")
    throw new ServiceError("invalid_request", "Send snapshot events: thin ones hold no subscription.");
  if (!type.startsWith("customer.subscription.")) return null;
  const { created, data } = SnapshotEvent.parse(body);
  const subscription = Subscription.parse(data.object);
  const items = subscription.items.data;
  const ends = items.flatMap((item) => item.current_period_end ?? []);
  return {
    ...{ id, type, subscriptionId: subscription.id, customerId: subscription.customer, status: subscription.status },
    // A subscription of Stripe has no time of its last change.
    modifiedAt: created,
    products: items.flatMap(({ price }) => [price.id, price.product]),
    quantities: items.map(({ quantity }) => quantity).filter((quantity) => typeof quantity === "number"),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: ends.reduce<Date | null>((last, end) => (last !== null && last > end ? last : end), null),
    subject: subscription.metadata,
  };
}
