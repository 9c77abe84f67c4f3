import { z } from "zod";
import { within } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { liftBounce } from "@/lib/sign-in/mail/bounces/lift";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { takeDeliveryReport } from "@/lib/sign-in/mail/bounces/take-report";

const printAddresses = table<Awaited<ReturnType<typeof listBouncingAddresses>>["items"][number]>({
  ...{ address: "address", code: "code", "bounced (UTC)": "createdAt", reason: "reason" },
});

/** The commands for mails that came back. */
export const commands = [
  verb({
    usage: "bounce",
    description:
      "Read a delivery status notification (RFC 3464) from standard input, as the mail server pipes it for COPPICE_MAIL_RETURN. Anything else is ignored.",
    examples: ["< message", "--recipient bounces+4k9x2m7q1w8e5r3t6y0u-6b1f0c9e2a7d4835c0de91af@example.com < message"],
    input: z.object({ recipient: z.string().optional() }),
    options: {
      recipient: { flags: "--recipient <email>", help: "the address it was delivered to; by default its headers'" },
    },
    read: async (given, line) => ({ ...given, message: await line.readInput() }),
    run: (ctx, report) => takeDeliveryReport(ctx, report),
    print: (taken) =>
      taken.outcome === "bounced" ? `Recorded ${taken.mailId} (${taken.code}).` : `Ignored: ${taken.why}.`,
  }),
  verb({
    usage: "bouncing",
    description: "List the addresses that a project mails no more, since they don't exist.",
    place: project,
    input: z.object({ after: z.string().optional() }),
    options: { after: { flags: "--after <email>", help: "the address that the page before ended with" } },
    run: listBouncingAddresses,
    print: (page) => printAddresses(page) + (page.nextAfter === null ? "" : `More: --after ${page.nextAfter}`),
  }),
  verb({
    usage: "lift",
    description: "Send emails to a bouncing address again.",
    place: within(project, "email", "address", "ada@example.com"),
    run: liftBounce,
    print: ({ address }) => `Emails to ${address} are sent again.`,
  }),
];
