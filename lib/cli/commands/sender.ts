import type { CommandResult, CommandSession } from "@/lib/cli/command-line";
import { addNoun, addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { getSenderDomain } from "@/lib/sign-in/mail/sender/get";
import { removeSenderDomain } from "@/lib/sign-in/mail/sender/remove";
import type { SenderDomain } from "@/lib/sign-in/mail/sender/resource";
import { setSenderDomain } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";
import { findProject } from "@/lib/sign-in/projects/find";

/** Adds the commands for the domain that a project's mails come from. */
export function addSenderCommands(tree: CommandTree): void {
  const noun = addNoun(
    tree,
    "sender",
    "The domain a project's mails come from; without one, the service's own sender.",
  );
  addVerb(tree, noun, {
    usage: "set-domain <project> <domain>",
    description:
      "Give a project a domain for its mails, and show the DNS records it needs. Nothing is sent from it yet.",
    examples: ["coppice sender set-domain Shop shop.example"],
    run: ([project = "", domain = ""]) =>
      answerWith(tree, async ({ ctx }) => setSenderDomain(ctx, { ...(await findProject(ctx, project)), domain })),
  });
  addVerb(tree, noun, {
    usage: "show <project>",
    description: "Show the domain, its DNS records, and whether they were seen.",
    examples: ["coppice sender show Shop"],
    run: (args) => answerWith(tree, async ({ ctx }) => getSenderDomain(ctx, await findProject(ctx, argument(args, 0)))),
  });
  addVerb(tree, noun, {
    usage: "verify <project>",
    description:
      "Ask the name servers for the records now; the service does so every hour. Ends with 1 until they are there.",
    examples: ["coppice sender verify Shop"],
    run: async (args) => {
      const result = await answerWith(tree, async ({ ctx }) =>
        verifySenderDomain(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { ...result, exitCode: result.json.isVerified ? 0 : 1 };
    },
  });
  addVerb(tree, noun, {
    usage: "remove <project>",
    description: "Forget the domain and its key. Mails come from the service's own sender again.",
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
  const { domain, isVerified, checkedAt, records } = sender;
  const fields = formatFields([
    ["domain", domain],
    ["verified", isVerified ? "yes" : "no"],
    ["checked (UTC)", formatMoment(checkedAt)],
  ]);
  const rows = records.map(({ purpose, name, value, isRequired, state }) => {
    return [purpose, isRequired ? "required" : "advised", state ?? "-", "TXT", name, value];
  });
  const table = formatTable(["PURPOSE", "NEED", "STATE", "TYPE", "NAME", "VALUE"], rows);
  return `${fields}\n${table}\n${notesOn(sender, ctx.mail).join("\n")}\n`;
}

function notesOn(
  { domain, isRootDomain, isVerified }: SenderDomain,
  { fallbackAddress, spfMechanism }: CommandSession["ctx"]["mail"],
): string[] {
  return [
    isVerified
      ? `Mails come from ${domain} and are signed by it.`
      : `Until the required records are seen, mails come from ${fallbackAddress}, under the project's sender name. Propagation can take an hour.`,
    isRootDomain
      ? "This is the root domain, as it should be unless mail is truly sent from a subdomain."
      : `${domain} is a subdomain. Take the root domain unless mail is truly sent from the subdomain.`,
    spfMechanism === null
      ? "SPF is not checked, since COPPICE_MAIL_SPF does not say what covers your mail server: let the domain's SPF record allow it."
      : `Where the domain has an SPF record, add ${spfMechanism} to it: there must be only one.`,
    "A value longer than 255 characters is stored as several strings, into which most name servers break it by themselves.",
  ];
}
