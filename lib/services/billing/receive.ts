import { createHash } from "node:crypto";
import { z } from "zod";
import { WORKER } from "@/lib/core/access/service-actor";
import type { BillingSettings } from "@/lib/core/billing-settings";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { highestPlan, isPlan } from "@/lib/core/plans";
import { requireConfigured } from "@/lib/core/require-configured";
import { applyEvent } from "./apply-event";
import type { BillingContext } from "./context";
import { findSubject } from "./find-subject";
import { lockOrganisation } from "./grant";
import { readStandardEvent } from "./read-standard-event";
import { readStripeEvent } from "./read-stripe-event";
import { requireSignature, type SignedRequest, webhookIdOf } from "./signature";
import { isKnownStatus, type SubscriptionEvent } from "./subscription-event";

export const BillingOutcome = z
  .object({
    applied: z.boolean().optional().meta({ description: "Whether the event was newer than the stored state" }),
    duplicate: z.literal(true).optional().meta({ description: "Set where the event was received before" }),
  })
  .meta({ id: "BillingOutcome" });

export const IgnoredEvent = z.object({ ignored: z.literal(true) }).meta({ id: "IgnoredEvent" });

type Outcome = z.infer<typeof BillingOutcome> | z.infer<typeof IgnoredEvent>;

/**
 * Takes an event of the billing provider, whose signature stands for a permission. An event about no subscription, or
 * about one that fits nobody, is ignored. Throws `not_configured`, `invalid_signature`, `invalid_json`, `invalid_request`.
 */
export async function receiveBillingEvent(ctx: BillingContext, request: SignedRequest): Promise<Outcome> {
  const settings = requireConfigured(ctx, "billing");
  requireSignature(settings, request, ctx.clock.now());
  const event = readEvent(settings, request);
  if (event === null) return { ignored: true };
  const bodySha256 = createHash("sha256").update(request.rawBody).digest();
  const outcome = await withAdvisoryLock({ ...ctx, actor: WORKER }, `coppice/billing/${event.customerId}`, (tx) =>
    record(tx, settings, event, bodySha256),
  );
  ctx.crashPoint("billing.committed");
  return outcome;
}

async function record(
  tx: Context,
  settings: BillingSettings,
  event: SubscriptionEvent,
  bodySha256: Uint8Array<ArrayBuffer>,
): Promise<Outcome> {
  const { id, type, subscriptionId, modifiedAt, status } = event;
  const ignore = (reason: string): Outcome => {
    tx.log.warn({ event: id, type, subscription: subscriptionId, reason }, "a billing event changed nothing");
    return { ignored: true };
  };
  if (!isKnownStatus(status)) return ignore("its status is unknown");
  if (!event.quantities.every((quantity) => Number.isSafeInteger(quantity) && quantity > 0)) {
    return ignore("its quantity is not a positive number");
  }
  const subject = await findSubject(tx, event);
  if (subject === null || (await lockOrganisation(tx, subject.organisationId)) === null) {
    return ignore("it names no organisation or project of its customer");
  }
  const plan = await planOf(tx, settings, event);
  if (plan === null) return ignore("COPPICE_BILLING_PLANS has no plan for its product");
  const { count } = await tx.db.billingEvent.createMany({
    data: { id, subscriptionId, type, providerAt: modifiedAt, bodySha256, receivedAt: tx.clock.now() },
    skipDuplicates: true,
  });
  if (count === 0) return { duplicate: true };
  const applied = await applyEvent(tx, { event, plan, subject });
  tx.crashPoint("billing.applied");
  return { applied };
}

/** A subscription may end regardless of its product, also for a product that is no longer sold. */
async function planOf(tx: Context, settings: BillingSettings, event: SubscriptionEvent) {
  const plans = event.products.flatMap((product) => settings.plans.get(product) ?? []);
  if (plans.length > 0) return highestPlan(plans);
  const stored = await tx.db.billingSubscription.findUnique({ where: { id: event.subscriptionId } });
  return event.status === "canceled" && isPlan(stored?.plan) ? stored.plan : null;
}

function readEvent({ scheme }: BillingSettings, { headers, rawBody }: SignedRequest): SubscriptionEvent | null {
  const body = parseBody(rawBody);
  try {
    return scheme === "stripe" ? readStripeEvent(body) : readStandardEvent(body, webhookIdOf(headers));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const details = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    throw new ServiceError("invalid_request", "The event isn't one of a subscription.", { details, cause: error });
  }
}

function parseBody(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(rawBody));
  } catch (cause) {
    throw new ServiceError("invalid_json", "The body isn't valid UTF-8 JSON.", { cause });
  }
}
