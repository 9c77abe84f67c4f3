import type { Command } from "commander";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseWholeNumber } from "@/lib/cli/values";
import { OperatorError } from "@/lib/core/operator-error";
import { type ListedMail, listMails } from "@/lib/sign-in/mail/list";
import { openMail } from "@/lib/sign-in/mail/open";
import { watchMails } from "@/lib/sign-in/mail/watch";

interface ListOptions {
  to?: string;
  limit: number;
  watch?: boolean;
}

interface ShowOptions {
  to?: string;
  html?: boolean;
}

/** Adds the commands that read the development inbox and list sent mails. */
export function addInboxCommands(tree: CommandTree, noun: Command): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "list",
    description: "List the newest mails, newest last.",
    examples: ["coppice inbox list", "coppice inbox list --to ada@example.com --watch"],
    options: (command) =>
      command
        .option("--to <email>", "only mails to this address")
        .option("--limit <n>", "the most to list", parseWholeNumber, 20)
        .option("--watch", "keep listing new mails until Ctrl-C"),
    run: (_args, options, asJson) => (options.watch ? watch(tree, options, asJson) : list(tree, options)),
  });
  addVerb<ShowOptions>(tree, noun, {
    usage: "show [id]",
    description: "Show a mail with its links and codes. Without an ID, the newest.",
    examples: [
      "coppice inbox show",
      "coppice inbox show --to ada@example.com",
      "coppice inbox show --html > mail.html",
    ],
    options: (command) =>
      command
        .option("--to <email>", "the newest mail to this address")
        .option("--html", "print only the HTML of the mail, to open in a browser"),
    run: ([id], options) => show(tree, id, options),
  });
}

async function list(tree: CommandTree, { to, limit }: ListOptions) {
  const items = await tree.line.withSession(({ ctx }) => listMails(ctx, { to, limit }));
  return { json: { items }, text: formatTable(COLUMNS, items.map(rowOf)) };
}

/** Prints each mail as it arrives, as a line of text or of JSON. */
function watch(tree: CommandTree, { to }: ListOptions, asJson: boolean): Promise<never> {
  return tree.line.withSession(async ({ ctx }) => {
    for await (const mail of watchMails(ctx, { to })) {
      tree.line.write(asJson ? `${JSON.stringify(mail)}\n` : formatTable(rowOf(mail), []));
    }
    throw new OperatorError("The watch has ended.");
  });
}

async function show(tree: CommandTree, id: string | undefined, { to, html }: ShowOptions) {
  const mail = await tree.line.withSession(async ({ ctx }) => {
    const [newest] = id === undefined ? await listMails(ctx, { to, limit: 1 }) : [{ id }];
    if (!newest) throw new OperatorError("No mail found.");
    const { renderMail } = await import("@/lib/sign-in/mail/render");
    return openMail(ctx, newest.id, renderMail);
  });
  const json = { ...mail, createdAt: mail.createdAt.toISOString() };
  if (html) return { json, text: withoutControls(mail.html) };
  const fields = formatFields([
    ["id", mail.id],
    ["time (UTC)", formatMoment(json.createdAt)],
    ["to", mail.to],
    ["subject", mail.subject],
    ["status", mail.status],
  ]);
  return { json, text: `${fields}\n${withoutControls(mail.text)}` };
}

const COLUMNS = ["ID", "TIME (UTC)", "STATUS", "PROJECT", "TO", "SUBJECT", "FAILURE"];

function rowOf(mail: ListedMail): string[] {
  const { id, createdAt, status, project, to, subject, failure } = mail;
  return [id, formatMoment(createdAt), status, project ?? "-", to, subject, failure ?? ""];
}

/**
 * Replaces control characters other than line breaks: names in a mail come from customers and must not control the
 * operator's terminal.
 */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");
}
