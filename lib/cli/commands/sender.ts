import type { Command } from "commander";
import type { CommandResult, CommandSession } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { getSenderDomain } from "@/lib/sign-in/mail/sender/get";
import { removeSenderDomain } from "@/lib/sign-in/mail/sender/remove";
import type { SenderDomain } from "@/lib/sign-in/mail/sender/resource";
import { rotateSenderKey } from "@/lib/sign-in/mail/sender/rotate-key";
import { setSenderDomain } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";
import { findProject } from "@/lib/sign-in/projects/find";

/** Adds the commands for the domain that a project's mails come from. */
export function addSenderCommands(tree: CommandTree, noun: Command): void {
  addVerb(tree, noun, {
    usage: "set-domain <project> <domain>",
    description: "Set a project's domain for mails, and show the DNS records it needs. No mail is sent from it yet.",
    examples: ["coppice sender set-domain Shop shop.example"],
    run: ([project = "", domain = ""]) =>
      answerWith(tree, async ({ ctx }) => setSenderDomain(ctx, { ...(await findProject(ctx, project)), domain })),
  });
  addVerb(tree, noun, {
    usage: "show <project>",
    description: "Show the domain, its DNS records, and whether they were found.",
    examples: ["coppice sender show Shop"],
    run: (args) => answerWith(tree, async ({ ctx }) => getSenderDomain(ctx, await findProject(ctx, argument(args, 0)))),
  });
  addVerb(tree, noun, {
    usage: "verify <project>",
    description: "Check the DNS records now. The service does this every hour. Exits with 1 until they are found.",
    examples: ["coppice sender verify Shop"],
    run: async (args) => {
      const result = await answerWith(tree, async ({ ctx }) =>
        verifySenderDomain(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { ...result, exitCode: result.json.isVerified ? 0 : 1 };
    },
  });
  addVerb(tree, noun, {
    usage: "rotate-key <project>",
    description: "Make a second DKIM key, and show its record. Mails are signed with the old key until it is found.",
    examples: ["coppice sender rotate-key Shop"],
    run: (args) => answerWith(tree, async ({ ctx }) => rotateSenderKey(ctx, await findProject(ctx, argument(args, 0)))),
  });
  addVerb(tree, noun, {
    usage: "remove <project>",
    description: "Remove the domain and its key. Mails come from the service's own sender again.",
    examples: ["coppice sender remove Shop"],
    run: async (args) => {
      const removed = await tree.line.withSession(async ({ ctx }) =>
        removeSenderDomain(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: removed, text: `Removed ${removed.domain}.\n` };
    },
  });
}

async function answerWith(
  tree: CommandTree,
  work: (session: CommandSession) => Promise<SenderDomain>,
): Promise<CommandResult & { json: SenderDomain }> {
  return tree.line.withSession(async (session) => {
    const sender = await work(session);
    return { json: sender, text: textOf(sender, session) };
  });
}

function textOf(sender: SenderDomain, { ctx }: CommandSession): string {
  const { domain, isVerified, checkedAt, records, nextRecord } = sender;
  const fields = formatFields([
    ["domain", domain],
    ["verified", isVerified ? "yes" : "no"],
    ["checked (UTC)", formatMoment(checkedAt)],
  ]);
  const all = nextRecord ? [...records, nextRecord] : records;
  const rows = all.map(({ purpose, host, name, value, isRequired, state }) => {
    return [purpose, isRequired ? "required" : "advised", state ?? "-", "TXT", host, name, value];
  });
  const table = formatTable(["PURPOSE", "NEED", "STATE", "TYPE", "HOST", "NAME", "VALUE"], rows);
  const problems = all.flatMap(({ problem }) => problem ?? []).map((problem) => `${problem}\n`);
  return `${fields}\n${table}\n${problems.join("")}${notesOn(sender, ctx.mail).join("\n")}\n`;
}

function notesOn(
  { domain, isRootDomain, isVerified, isTaken, nextRecord, oldRecord }: SenderDomain,
  { fallbackAddress, spfMechanism }: CommandSession["ctx"]["mail"],
): string[] {
  return [
    isVerified
      ? `Mails come from ${domain} and are signed for it.`
      : `Until the required records are found, mails come from ${fallbackAddress}, with the project's sender name. Propagation can take an hour.`,
    ...(nextRecord
      ? [`Add the new DKIM record ${nextRecord.host} beside the old one. It signs once it is found.`]
      : []),
    ...(oldRecord
      ? [`The old DKIM record ${oldRecord.host} can be removed after ${formatMoment(oldRecord.removableAt)}.`]
      : []),
    ...(isTaken ? [`Another project has proven ${domain}. Remove it there first.`] : []),
    isRootDomain
      ? "This is the root domain, which is right unless you send mail from a subdomain."
      : `${domain} is a subdomain. Use the root domain unless you send mail from the subdomain.`,
    spfMechanism === null
      ? "SPF isn't checked, because COPPICE_MAIL_SPF isn't set. Make sure that the domain's SPF record allows your mail server."
      : `If the domain already has an SPF record, add ${spfMechanism} to it. There must be only one.`,
    "A value longer than 255 characters is stored as several strings. Most DNS providers split it automatically.",
  ];
}
