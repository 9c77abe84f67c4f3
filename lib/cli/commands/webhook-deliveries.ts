import { type Place, within } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { ListDeliveriesInput, listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { EndpointAddress, WebhookDelivery, WebhookDeliveryDetails } from "@/lib/sign-in/webhooks/resource";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";

const delivery = within(project, "delivery", "deliveryId", "whd_4k9x2m7q1w8e5r3t6y0u");

/** Returns the commands for the deliveries of a webhook. */
export const deliveries = (webhook: Place<EndpointAddress>) => [
  verb({
    usage: "deliveries",
    description: "List the deliveries of a webhook, newest first.",
    examples: ["--status failed"],
    place: webhook,
    input: ListDeliveriesInput,
    options: {
      status: { help: "only those with this status" },
      limit: { flags: "--limit <number>", help: "how many at most" },
      before: { flags: "--before <cursor>", help: "the nextCursor of the page before" },
    },
    run: listWebhookDeliveries,
    print: table<WebhookDelivery>({
      ...{ id: "id", event: "eventId", type: "type", status: "status", attempts: "attempts" },
      ...{ "created (UTC)": "createdAt", "next (UTC)": "nextAttemptAt" },
    }),
  }),
  verb({
    usage: "delivery",
    description: "Show a delivery, and each answer.",
    place: delivery,
    run: showWebhookDelivery,
    print: (details) => `${printDelivery(details)}\n${printAttempts(details.log)}`,
  }),
  verb({
    usage: "resend",
    description: "Send an event again, with the same webhook-id.",
    place: delivery,
    run: resendWebhook,
    print: ({ id }) => `Queued ${id}.`,
  }),
];

const printDelivery = fields<WebhookDeliveryDetails>({
  ...{ id: "id", event: ({ eventId, type }) => `${eventId}  ${type}`, status: "status" },
  ...{ "next (UTC)": "nextAttemptAt", body: "body" },
});

const printAttempts = table<WebhookDeliveryDetails["log"][number]>({
  ...{ "at (UTC)": "at", took: ({ durationMs }) => `${durationMs} ms`, status: "status", failure: "failure" },
  answer: ({ answer }) => answer && JSON.stringify(answer),
});
