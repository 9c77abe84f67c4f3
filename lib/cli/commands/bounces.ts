import { z } from "zod";
import { anywhere, project } from "@/lib/cli/define/places";
import { liftBounce } from "@/lib/sign-in/mail/bounces/lift";
import { listBouncingAddresses } from "@/lib/sign-in/mail/bounces/list";
import { takeDeliveryReport } from "@/lib/sign-in/mail/bounces/take-report";

/** The commands for mails that came back. */
export const commands = [
  anywhere.verb("bounce", {
    description:
      "Read a delivery status notification (RFC 3464) from standard input, as the mail server pipes it for COPPICE_MAIL_RETURN. Anything else is ignored.",
    examples: ["< message", "--recipient bounces+4k9x2m7q1w8e5r3t6y0u-6b1f0c9e2a7d4835c0de91af@example.com < message"],
    input: z.object({ recipient: z.string().optional() }),
    options: {
      recipient: "<email>  the address it was delivered to; by default its headers'",
    },
    read: async (given, line) => ({ ...given, message: await line.readInput() }),
    run: (ctx, report) => takeDeliveryReport(ctx, report),
    print: (taken) =>
      taken.outcome === "bounced" ? `Recorded ${taken.mailId} (${taken.code}).` : `Ignored: ${taken.why}.`,
  }),
  project.verb("bouncing", {
    description: "List the addresses that a project mails no more, since they don't exist.",
    input: z.object({ after: z.string().optional() }),
    options: { after: "<email>  the address that the page before ended with" },
    run: listBouncingAddresses,
    columns: ["address", "code", { "bounced (UTC)": "createdAt" }, "reason"],
    print: ({ nextAfter }) => (nextAfter === null ? "" : `More: --after ${nextAfter}`),
  }),
  project.within("email", "address", "ada@example.com").verb("lift", {
    description: "Send emails to a bouncing address again.",
    run: liftBounce,
    print: ({ address }) => `Emails to ${address} are sent again.`,
  }),
];
