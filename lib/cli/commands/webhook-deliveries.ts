import type { Place } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { ListDeliveriesInput, listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { EndpointAddress, WebhookDeliveryDetails } from "@/lib/sign-in/webhooks/resource";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";

const delivery = project.within("delivery", "deliveryId", "whd_4k9x2m7q1w8e5r3t6y0u");

/** Returns the commands for the deliveries of a webhook. */
export const deliveries = (webhook: Place<EndpointAddress>) => [
  webhook.verb("deliveries", {
    description: "List the deliveries of a webhook, newest first.",
    examples: ["--status failed"],
    input: ListDeliveriesInput,
    options: {
      status: "only those with this status",
      limit: "<number>  how many at most",
      before: "<cursor>  the nextCursor of the page before",
    },
    run: listWebhookDeliveries,
    columns: ["id", { event: "eventId" }, "type", "status", "attempts", "createdAt", { "next (UTC)": "nextAttemptAt" }],
  }),
  delivery.verb("delivery", {
    description: "Show a delivery, and each answer.",
    run: showWebhookDelivery,
    columns: [
      "id",
      { event: ({ eventId, type }) => `${eventId}  ${type}` },
      "status",
      { "next (UTC)": "nextAttemptAt" },
      "body",
    ],
    print: ({ log }) => `\n${printAttempts(log)}`,
  }),
  delivery.verb("resend", {
    description: "Send an event again, with the same webhook-id.",
    run: resendWebhook,
    print: ({ id }) => `Queued ${id}.`,
  }),
];

const printAttempts = table<WebhookDeliveryDetails["log"][number]>([
  { "at (UTC)": "at", took: ({ durationMs }) => `${durationMs} ms` },
  "status",
  "failure",
  { answer: ({ answer }) => answer && JSON.stringify(answer) },
]);
