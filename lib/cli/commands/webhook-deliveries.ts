import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseWholeNumber } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { ListDeliveriesInput, listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { resendWebhook } from "@/lib/sign-in/webhooks/resend";
import type { WebhookDelivery, WebhookDeliveryDetails } from "@/lib/sign-in/webhooks/resource";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";

type Noun = Parameters<typeof addVerb>[1];

interface ListOptions {
  status?: string;
  before?: string;
  limit?: number;
}

const EXAMPLE = "Shop whd_4k9x2m7q1w8e5r3t6y0u";

/** Adds the commands for the deliveries of a webhook. */
export function addDeliveryCommands(tree: CommandTree, noun: Noun): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "deliveries <project> <webhook>",
    description: "List the deliveries of a webhook, newest first.",
    examples: ["coppice project webhooks deliveries Shop whe_4k9x2m7q1w8e5r3t6y0u --status failed"],
    options: (command) =>
      command
        .option("--status <status>", "pending, delivered or failed")
        .option("--limit <number>", "how many at most: 50 by default", parseWholeNumber)
        .option("--before <cursor>", "the nextCursor of the page before"),
    run: async (args, options) => {
      const fields = ListDeliveriesInput.omit({ organisationId: true, projectId: true, endpointId: true });
      const input = fields.parse(options);
      const page = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        return listWebhookDeliveries(ctx, { ...input, ...address, endpointId: argument(args, 1) });
      });
      const more = page.nextCursor === null ? "" : `\nMore: --before ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
  addVerb(tree, noun, {
    usage: "delivery <project> <delivery>",
    description: "Show a delivery, and each answer.",
    examples: [`coppice project webhooks delivery ${EXAMPLE}`],
    run: async (args) => {
      const details = await tree.line.withSession(async ({ ctx }) =>
        showWebhookDelivery(ctx, { ...(await findProject(ctx, argument(args, 0))), deliveryId: argument(args, 1) }),
      );
      return { json: details, text: textOf(details) };
    },
  });
  addVerb(tree, noun, {
    usage: "resend <project> <delivery>",
    description: "Send an event again, with the same webhook-id.",
    examples: [`coppice project webhooks resend ${EXAMPLE}`],
    run: async (args) => {
      const delivery = await tree.line.withSession(async ({ ctx }) =>
        resendWebhook(ctx, { ...(await findProject(ctx, argument(args, 0))), deliveryId: argument(args, 1) }),
      );
      return { json: delivery, text: `Queued ${delivery.id}.\n` };
    },
  });
}

function tableOf(items: readonly WebhookDelivery[]): string {
  return formatTable(
    ["ID", "EVENT", "TYPE", "STATUS", "ATTEMPTS", "CREATED (UTC)", "NEXT (UTC)"],
    items.map((item) => [
      ...[item.id, item.eventId, item.type, item.status, String(item.attempts)],
      ...[formatMoment(item.createdAt), formatMoment(item.nextAttemptAt)],
    ]),
  );
}

function textOf({ log, body, ...delivery }: WebhookDeliveryDetails): string {
  const fields = formatFields([
    ["id", delivery.id],
    ["event", `${delivery.eventId}  ${delivery.type}`],
    ["status", delivery.status],
    ["next (UTC)", formatMoment(delivery.nextAttemptAt)],
    ["body", body],
  ]);
  const rows = log.map(({ at, durationMs, status, failure, answer }) => {
    return [
      formatMoment(at),
      `${durationMs} ms`,
      String(status ?? "-"),
      failure ?? "-",
      answer === null ? "-" : JSON.stringify(answer),
    ];
  });
  return `${fields}\n${formatTable(["AT (UTC)", "TOOK", "STATUS", "FAILURE", "ANSWER"], rows)}`;
}
