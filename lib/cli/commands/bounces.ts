import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { liftBounce } from "@/lib/sign-in/mail/bounces/lift";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { takeDeliveryReport } from "@/lib/sign-in/mail/bounces/take-report";
import { findProject } from "@/lib/sign-in/projects/find";

/** Adds the commands for mails that came back. */
export function addBounceCommands(tree: CommandTree, noun: Command): void {
  addVerb<{ recipient?: string }>(tree, noun, {
    usage: "bounce",
    description:
      "Read a delivery status notification (RFC 3464) from standard input, as the mail server pipes it for COPPICE_MAIL_RETURN. Anything else is ignored.",
    examples: [
      "coppice mail bounce < message",
      "coppice mail bounce --recipient bounces+4k9x2m7q1w8e5r3t6y0u-6b1f0c9e2a7d4835c0de91af@example.com < message",
    ],
    options: (command) =>
      command.option("--recipient <email>", "the address it was delivered to; by default its headers'"),
    run: async (_args, { recipient }) => {
      const message = await tree.line.readInput();
      const taken = await tree.line.withSession(({ ctx }) => takeDeliveryReport(ctx, { message, recipient }));
      const text =
        taken.outcome === "bounced" ? `Recorded ${taken.mailId} (${taken.code}).\n` : `Ignored: ${taken.why}.\n`;
      return { json: taken, text };
    },
  });
  addVerb<{ after?: string }>(tree, noun, {
    usage: "bouncing <project>",
    description: "List the addresses that a project mails no more, since they don't exist.",
    examples: ["coppice mail bouncing Shop"],
    options: (command) => command.option("--after <email>", "the address that the page before ended with"),
    run: async (args, { after }) => {
      const page = await tree.line.withSession(async ({ ctx }) =>
        listBouncingAddresses(ctx, { ...(await findProject(ctx, argument(args, 0))), after }),
      );
      const rows = page.items.map(({ address, code, reason, createdAt }) => {
        return [address, code, formatMoment(createdAt), reason];
      });
      const more = page.nextAfter === null ? "" : `\nMore: --after ${page.nextAfter}\n`;
      return { json: page, text: formatTable(["ADDRESS", "CODE", "BOUNCED (UTC)", "REASON"], rows) + more };
    },
  });
  addVerb(tree, noun, {
    usage: "lift <project> <email>",
    description: "Send emails to a bouncing address again.",
    examples: ["coppice mail lift Shop ada@example.com"],
    run: async (args) => {
      const lifted = await tree.line.withSession(async ({ ctx }) =>
        liftBounce(ctx, { ...(await findProject(ctx, argument(args, 0))), address: argument(args, 1) }),
      );
      return { json: lifted, text: `Emails to ${lifted.address} are sent again.\n` };
    },
  });
}
