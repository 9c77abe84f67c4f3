import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { findProject } from "@/lib/sign-in/projects/find";
import { CreateWebhookInput, createWebhook } from "@/lib/sign-in/webhooks/create";
import { listWebhooks } from "@/lib/sign-in/webhooks/list";
import { removeWebhook } from "@/lib/sign-in/webhooks/remove";
import type { EndpointAddress, WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import { OVERLAP_HOURS, rotateWebhookSecret } from "@/lib/sign-in/webhooks/rotate-secret";
import { sendTestWebhook } from "@/lib/sign-in/webhooks/send-test";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { UpdateWebhookInput, updateWebhook } from "@/lib/sign-in/webhooks/update";
import { addDeliveryCommands } from "./webhook-deliveries";

type Noun = Parameters<typeof addVerb>[1];

interface EndpointOptions {
  url?: string;
  description?: string;
  events?: string[];
}

const EXAMPLE = "Shop whe_4k9x2m7q1w8e5r3t6y0u";

/** Adds the commands for where a project's events go. */
export function addWebhookCommands(tree: CommandTree, project: Noun): void {
  const noun = project.command("webhooks").description("Webhooks: where a project's events are sent.");
  addCreate(tree, noun);
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List a project's webhooks, oldest first.",
    examples: ["coppice project webhooks list Shop"],
    run: async (args) => {
      const { items } = await tree.line.withSession(async ({ ctx }) =>
        listWebhooks(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addUpdate(tree, noun);
  addOne(tree, noun, "show", "Show a webhook.", async (ctx, address) => answer(await showWebhook(ctx, address)));
  addOne(
    tree,
    noun,
    "rotate-secret",
    `Give a webhook a new secret, printed only once. The old one signs too for ${OVERLAP_HOURS} hours.`,
    async (ctx, address) => answer(await rotateWebhookSecret(ctx, address)),
  );
  addOne(tree, noun, "test", "Send a test event.", async (ctx, address) => {
    const sent = await sendTestWebhook(ctx, address);
    return { json: sent, text: `Queued ${sent.deliveryId}.\n` };
  });
  addOne(tree, noun, "delete", "Delete a webhook and its deliveries.", async (ctx, address) => {
    const removed = await removeWebhook(ctx, address);
    return { json: removed, text: `Deleted ${removed.id}.\n` };
  });
  addDeliveryCommands(tree, noun);
}

function addOne(
  tree: CommandTree,
  noun: Noun,
  verb: string,
  description: string,
  run: (ctx: Context, address: EndpointAddress) => Promise<CommandResult>,
): void {
  addVerb(tree, noun, {
    usage: `${verb} <project> <webhook>`,
    description,
    examples: [`coppice project webhooks ${verb} ${EXAMPLE}`],
    run: (args) =>
      tree.line.withSession(async ({ ctx }) =>
        run(ctx, { ...(await findProject(ctx, argument(args, 0))), endpointId: argument(args, 1) }),
      ),
  });
}

function addCreate(tree: CommandTree, noun: Noun): void {
  addVerb<EndpointOptions>(tree, noun, {
    usage: "create <project> <url>",
    description: "Create a webhook. Its secret is printed only once.",
    examples: [
      "coppice project webhooks create Shop https://shop.example.com/hooks",
      "coppice project webhooks create Shop https://shop.example.com/hooks --events user.created user.deleted",
    ],
    options: (command) =>
      command
        .option("--events <type...>", "the event types to send; all by default")
        .option("--description <text>", "its purpose"),
    run: async (args, { events, description }) => {
      const fields = CreateWebhookInput.omit({ organisationId: true, projectId: true });
      const input = fields.parse({ url: argument(args, 1), events, description });
      return answer(
        await tree.line.withSession(async ({ ctx }) =>
          createWebhook(ctx, { ...input, ...(await findProject(ctx, argument(args, 0))) }),
        ),
      );
    },
  });
}

function addUpdate(tree: CommandTree, noun: Noun): void {
  addVerb<EndpointOptions & { enable?: boolean; disable?: boolean }>(tree, noun, {
    usage: "update <project> <webhook>",
    description: "Change, enable or disable a webhook.",
    examples: [
      `coppice project webhooks update ${EXAMPLE} --events user.created`,
      `coppice project webhooks update ${EXAMPLE} --enable`,
    ],
    options: (command) =>
      command
        .option("--url <url>", "a new address")
        .option("--events <type...>", "the event types to send")
        .option("--description <text>", "its purpose")
        .option("--enable", "send events again")
        .option("--disable", "send no events"),
    run: async (args, { url, events, description, enable, disable }) => {
      const fields = UpdateWebhookInput.omit({ organisationId: true, projectId: true, endpointId: true });
      const enabled = enable ? true : disable ? false : undefined;
      const input = fields.parse({ url, events, description, enabled });
      return answer(
        await tree.line.withSession(async ({ ctx }) => {
          const address = await findProject(ctx, argument(args, 0));
          return updateWebhook(ctx, { ...input, ...address, endpointId: argument(args, 1) });
        }),
      );
    },
  });
}

function answer(webhook: WebhookEndpoint & { secret?: string }): CommandResult {
  const { status, disabledReason, secret } = webhook;
  const text = formatFields([
    ["id", webhook.id],
    ["url", webhook.url],
    ["description", webhook.description],
    ["events", eventsText(webhook)],
    ["status", disabledReason === null ? status : `${status} (${disabledReason})`],
    ["failing since (UTC)", formatMoment(webhook.failingSince)],
    ["old secret until (UTC)", formatMoment(webhook.previousSecretUntil)],
    ["created (UTC)", formatMoment(webhook.createdAt)],
    ...(secret === undefined ? [] : [["secret", `${secret}  (shown only once)`] as [string, string]]),
  ]);
  return { json: webhook, text };
}

function eventsText({ events }: WebhookEndpoint): string {
  return events.length === 0 ? "all" : events.join(", ");
}

function tableOf(items: readonly WebhookEndpoint[]): string {
  return formatTable(
    ["ID", "URL", "EVENTS", "STATUS", "CREATED (UTC)"],
    items.map((item) => [item.id, item.url, eventsText(item), item.status, formatMoment(item.createdAt)]),
  );
}
