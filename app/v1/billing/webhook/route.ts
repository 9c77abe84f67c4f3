import { defineRoute } from "@/lib/http/api/define-route";
import type { BillingContext } from "@/lib/services/billing/context";
import { BillingOutcome, IgnoredEvent, receiveBillingEvent } from "@/lib/services/billing/receive";
import type { SignedRequest } from "@/lib/services/billing/signature";

export const POST = defineRoute(
  {
    operationId: "receiveBillingEvent",
    summary: "Receive an event of the billing provider",
    description:
      "The provider signs the body by Standard Webhooks, or as Stripe does. An event that was received before changes nothing, and neither does one that is older than the known state.",
    tag: "billing",
    auth: "none",
    needs: "billing",
    rawBody: { contentType: "application/json", description: "The event, exactly as the provider signed it." },
    maxBytes: 256 * 1024,
    reply: { 200: BillingOutcome, 202: IgnoredEvent },
    errors: ["invalid_signature", "invalid_json"],
  },
  async (ctx: BillingContext, input: SignedRequest) => {
    const outcome = await receiveBillingEvent(ctx, input);
    return "ignored" in outcome ? Response.json(outcome, { status: 202 }) : outcome;
  },
);
