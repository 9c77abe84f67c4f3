import { z } from "zod";
import { anywhere } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { teller } from "@/lib/cli/define/teller";
import type { Call } from "@/lib/cli/define/words";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { OperatorError } from "@/lib/core/operator-error";
import type { ServiceContext } from "@/lib/runtime";
import { type ListedMail, listMails } from "@/lib/sign-in/mail/list";
import { openMail } from "@/lib/sign-in/mail/open";
import { watchMails } from "@/lib/sign-in/mail/watch";

const to = z.string().optional();

const printMails = table<ListedMail>([
  "id",
  { "time (UTC)": "createdAt" },
  "status",
  "project",
  "to",
  "subject",
  { failure: ({ failure }) => failure ?? "" },
]);

/** The commands that read the development inbox and list sent mails. */
export const commands = [
  anywhere.verb("list", {
    description: "List the newest mails, newest last.",
    examples: ["", "--to ada@example.com --watch"],
    input: z.object({ to, limit: z.int().min(0).default(20), watch: z.boolean() }),
    options: {
      to: "<email>  only mails to this address",
      limit: "<n>  the most to list",
      watch: "keep listing new mails until Ctrl-C",
    },
    run: (ctx, { watch, ...input }, call) => (watch ? watchInbox(ctx, input.to, call) : listMails(ctx, input)),
    print: printMails,
  }),
  anywhere.verb("show [id]", {
    description: "Show a mail with its links and codes. Without an ID, the newest.",
    examples: ["", "--to ada@example.com", "--html > mail.html"],
    input: z.object({ to, html: z.boolean() }),
    options: {
      to: "<email>  the newest mail to this address",
      html: "print only the HTML of the mail, to open in a browser",
    },
    run: async (ctx, { id, to }) => {
      const [newest] = id === undefined ? await listMails(ctx, { to, limit: 1 }) : [{ id }];
      if (!newest) throw new OperatorError("No mail found.");
      const { renderMail } = await import("@/lib/sign-in/mail/render");
      const mail = await openMail(ctx, newest.id, renderMail);
      return { ...mail, createdAt: mail.createdAt.toISOString() };
    },
    print: (mail, { html }) => withoutControls(html ? mail.html : `${printMail(mail)}\n${mail.text}`),
  }),
];

const printMail = fields<Record<"id" | "createdAt" | "to" | "subject" | "status", string>>([
  "id",
  { "time (UTC)": "createdAt" },
  "to",
  "subject",
  "status",
]);

/** Prints each mail as it arrives, as a line of text or of JSON. */
async function watchInbox(ctx: ServiceContext, to: string | undefined, call: Call): Promise<never> {
  const tell = teller<ListedMail>(call, ({ id, createdAt, status, project, subject, failure, ...mail }) =>
    formatTable([id, formatMoment(createdAt), status, project ?? "-", mail.to, subject, failure ?? ""], []),
  );
  for await (const mail of watchMails(ctx, { to })) await tell(mail);
  throw new OperatorError("The watch has ended.");
}

/**
 * Replaces control characters other than line breaks: names in a mail come from customers and must not control the
 * operator's terminal.
 */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "\uFFFD");
}
