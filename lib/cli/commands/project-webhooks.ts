import { project } from "@/lib/cli/define/places";
import { fields } from "@/lib/cli/define/print";
import { group } from "@/lib/cli/define/verb";
import { CreateWebhookInput, createWebhook } from "@/lib/sign-in/webhooks/create";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { removeWebhook } from "@/lib/sign-in/webhooks/remove";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import { OVERLAP_HOURS, rotateWebhookSecret } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { UpdateWebhookInput, updateWebhook } from "@/lib/sign-in/webhooks/update";
import { deliveries } from "./webhook-deliveries";

const webhook = project.within("webhook", "endpointId", "whe_4k9x2m7q1w8e5r3t6y0u");
const description = "<text>  its purpose";

const eventsOf = ({ events }: WebhookEndpoint) => (events.length === 0 ? "all" : events);
const print = fields<WebhookEndpoint & { secret?: string }>(
  [
    "id",
    "url",
    "description",
    {
      events: eventsOf,
      status: ({ status, disabledReason }) => (disabledReason === null ? status : `${status} (${disabledReason})`),
      "failing since (UTC)": "failingSince",
      "old secret until (UTC)": "previousSecretUntil",
    },
    "createdAt",
  ],
  ({ secret }) => (secret === undefined ? [] : [["secret", `${secret}  (shown only once)`]]),
);

/** The commands for where a project's events go. */
export const webhooks = group("webhooks", "Webhooks: where a project's events are sent.", [
  project.verb("create <url>", {
    description: "Create a webhook. Its secret is printed only once.",
    examples: ["https://shop.example.com/hooks", "https://shop.example.com/hooks --events user.created user.deleted"],
    input: CreateWebhookInput,
    options: { events: "<type...>  the event types to send; all by default", description },
    run: createWebhook,
    print,
  }),
  project.verb("list", {
    description: "List a project's webhooks, oldest first.",
    run: listWebhooks,
    columns: ["id", "url", { events: eventsOf }, "status", "createdAt"],
  }),
  webhook.verb("update", {
    description: "Change, enable or disable a webhook.",
    examples: ["--events user.created", "--enable"],
    input: UpdateWebhookInput.extend({ disable: UpdateWebhookInput.shape.enabled }),
    options: {
      url: "a new address",
      events: "<type...>  the event types to send",
      description,
      enabled: "--enable  send events again",
      disable: "send no events",
    },
    run: (ctx, { disable, ...input }) => updateWebhook(ctx, disable ? { enabled: false, ...input } : input),
    print,
  }),
  webhook.verb("show", { description: "Show a webhook.", run: showWebhook, print }),
  webhook.verb("rotate-secret", {
    description: `Give a webhook a new secret, printed only once. The old one signs too for ${OVERLAP_HOURS} hours.`,
    run: rotateWebhookSecret,
    print,
  }),
  webhook.verb("test", {
    description: "Send a test event.",
    run: sendTestWebhook,
    print: ({ deliveryId }) => `Queued ${deliveryId}.`,
  }),
  webhook.verb("delete", {
    description: "Delete a webhook and its deliveries.",
    run: removeWebhook,
    print: ({ id }) => `Deleted ${id}.`,
  }),
  ...deliveries(webhook),
]);
