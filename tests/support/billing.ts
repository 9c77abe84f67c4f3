import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import type { BillingSettings } from "@/lib/core/billing-settings";
import type { Plan } from "@/lib/core/plans";
import type { SignedRequest } from "@/lib/services/billing/signature";

export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

export const PRODUCTS: Record<Exclude<Plan, "free">, string> = { pro: "prod_pro", team: "prod_team" };

export function billingSettings(scheme: BillingSettings["scheme"], secrets = [WEBHOOK_SECRET]): BillingSettings {
  const plans = new Map<string, Plan>([
    ["prod_pro", "pro"],
    ["prod_team", "team"],
  ]);
  return { scheme, secrets, plans, portalUrl: null };
}

export function standardRequest(
  body: string,
  { id = `msg_${randomBytes(8).toString("hex")}`, at = new Date(), sign = new Webhook(WEBHOOK_SECRET) } = {},
): SignedRequest {
  const headers = new Headers({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": sign.sign(id, at, body),
  });
  return { headers, rawBody: Buffer.from(body) };
}

export function stripeRequest(body: string, { at = new Date(), secret = WEBHOOK_SECRET } = {}): SignedRequest {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { headers: new Headers({ "stripe-signature": header }), rawBody: Buffer.from(body) };
}

interface Subscription {
  id: string;
  customer: string;
  status?: string;
  product?: string;
  at?: string;
  cancelAtPeriodEnd?: boolean;
  seats?: number;
  metadata?: unknown;
}

/** A body as Polar sends it. */
export function subscriptionBody(type: string, subscription: Subscription): string {
  const { id, customer, at = "2026-11-20T10:00:00.000Z" } = subscription;
  return JSON.stringify({
    type,
    timestamp: at,
    data: {
      ...{ id, customer_id: customer, status: subscription.status ?? "active" },
      product_id: subscription.product ?? PRODUCTS.pro,
      created_at: "2026-11-20T10:00:00.000Z",
      modified_at: at,
      current_period_end: "2026-12-20T10:00:00.000Z",
      cancel_at_period_end: subscription.cancelAtPeriodEnd ?? false,
      seats: subscription.seats ?? null,
      metadata: subscription.metadata ?? {},
    },
  });
}

/** A clock that goes, since signatures hold for five minutes. */
export const NOW_CLOCK = { now: () => new Date() };
