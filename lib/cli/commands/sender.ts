import type { CommandSession } from "@/lib/cli/command-line";
import { project } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { formatMoment } from "@/lib/cli/values";
import type { ServiceContext } from "@/lib/runtime";
import { getSenderDomain } from "@/lib/sign-in/mail/sender/get";
import { removeSenderDomain } from "@/lib/sign-in/mail/sender/remove";
import type { SenderDomain } from "@/lib/sign-in/mail/sender/resource";
import { rotateSenderKey } from "@/lib/sign-in/mail/sender/rotate-key";
import { setSenderDomain } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";

/** The command prints advice that depends on the service's own mail. */
const advised =
  <Input>(work: (ctx: ServiceContext, input: Input) => Promise<SenderDomain>) =>
  async (ctx: ServiceContext, input: Input) => ({ sender: await work(ctx, input), mail: ctx.mail });
const json = ({ sender }: Advised) => sender;

/** The commands for the domain that a project's mails come from. */
export const commands = [
  project.verb("set-domain <domain>", {
    description: "Set a project's domain for mails, and show the DNS records it needs. No mail is sent from it yet.",
    examples: ["shop.example"],
    run: advised(setSenderDomain),
    ...{ json, print },
  }),
  project.verb("show", {
    description: "Show the domain, its DNS records, and whether they were found.",
    run: advised(getSenderDomain),
    ...{ json, print },
  }),
  project.verb("verify", {
    description: "Check the DNS records now. The service does this every hour. Exits with 1 until they are found.",
    run: advised(verifySenderDomain),
    ...{ json, print },
    isWell: ({ sender }) => sender.isVerified,
  }),
  project.verb("rotate-key", {
    description: "Make a second DKIM key, and show its record. Mails are signed with the old key until it is found.",
    run: advised(rotateSenderKey),
    ...{ json, print },
  }),
  project.verb("remove", {
    description: "Remove the domain and its key. Mails come from the service's own sender again.",
    run: removeSenderDomain,
    print: ({ domain }) => `Removed ${domain}.`,
  }),
];

interface Advised {
  sender: SenderDomain;
  mail: CommandSession["ctx"]["mail"];
}

const printSender = fields<SenderDomain>(["domain", "isVerified", "checkedAt"]);
const printRecords = table<SenderDomain["records"][number]>([
  "purpose",
  { need: ({ isRequired }) => (isRequired ? "required" : "advised") },
  "state",
  { type: () => "TXT" },
  "host",
  "name",
  "value",
]);

function print({ sender, mail }: Advised): string {
  const { records, nextRecord } = sender;
  const all = nextRecord ? [...records, nextRecord] : records;
  const problems = all.flatMap(({ problem }) => problem ?? []).map((problem) => `${problem}\n`);
  return `${printSender(sender)}\n${printRecords(all)}\n${problems.join("")}${notesOn(sender, mail).join("\n")}`;
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
