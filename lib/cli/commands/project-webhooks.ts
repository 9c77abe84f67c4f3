import { within } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { group, verb } from "@/lib/cli/define/verb";
import { CreateWebhookInput, createWebhook } from "@/lib/sign-in/webhooks/create";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { removeWebhook } from "@/lib/sign-in/webhooks/remove";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import { OVERLAP_HOURS, rotateWebhookSecret } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { UpdateWebhookInput, updateWebhook } from "@/lib/sign-in/webhooks/update";
import { deliveries } from "./webhook-deliveries";

const webhook = within(project, "webhook", "endpointId", "whe_4k9x2m7q1w8e5r3t6y0u");
const description = { flags: "--description <text>", help: "its purpose" };

const eventsOf = ({ events }: WebhookEndpoint) => (events.length === 0 ? "all" : events);
const print = fields<WebhookEndpoint & { secret?: string }>(
  {
    ...{ id: "id", url: "url", description: "description", events: eventsOf },
    status: ({ status, disabledReason }) => (disabledReason === null ? status : `${status} (${disabledReason})`),
    ...{ "failing since (UTC)": "failingSince", "old secret until (UTC)": "previousSecretUntil" },
    "created (UTC)": "createdAt",
  },
  ({ secret }) => (secret === undefined ? [] : [["secret", `${secret}  (shown only once)`]]),
);

/** The commands for where a project's events go. */
export const webhooks = group("webhooks", "Webhooks: where a project's events are sent.", [
  verb({
    usage: "create <url>",
    description: "Create a webhook. Its secret is printed only once.",
    examples: ["https://shop.example.com/hooks", "https://shop.example.com/hooks --events user.created user.deleted"],
    place: project,
    input: CreateWebhookInput,
    options: { events: { flags: "--events <type...>", help: "the event types to send; all by default" }, description },
    run: createWebhook,
    print,
  }),
  verb({
    usage: "list",
    description: "List a project's webhooks, oldest first.",
    place: project,
    run: listWebhooks,
    print: table<WebhookEndpoint>({
      ...{ id: "id", url: "url", events: eventsOf, status: "status", "created (UTC)": "createdAt" },
    }),
  }),
  verb({
    usage: "update",
    description: "Change, enable or disable a webhook.",
    examples: ["--events user.created", "--enable"],
    place: webhook,
    input: UpdateWebhookInput.extend({ disable: UpdateWebhookInput.shape.enabled }),
    options: {
      url: { help: "a new address" },
      events: { flags: "--events <type...>", help: "the event types to send" },
      description,
      enabled: { flags: "--enable", help: "send events again" },
      disable: { help: "send no events" },
    },
    run: (ctx, { disable, ...input }) => updateWebhook(ctx, disable ? { enabled: false, ...input } : input),
    print,
  }),
  verb({ usage: "show", description: "Show a webhook.", place: webhook, run: showWebhook, print }),
  verb({
    usage: "rotate-secret",
    description: `Give a webhook a new secret, printed only once. The old one signs too for ${OVERLAP_HOURS} hours.`,
    place: webhook,
    run: rotateWebhookSecret,
    print,
  }),
  verb({
    usage: "test",
    description: "Send a test event.",
    place: webhook,
    run: sendTestWebhook,
    print: ({ deliveryId }) => `Queued ${deliveryId}.`,
  }),
  verb({
    usage: "delete",
    description: "Delete a webhook and its deliveries.",
    place: webhook,
    run: removeWebhook,
    print: ({ id }) => `Deleted ${id}.`,
  }),
  ...deliveries(webhook),
]);
