import type { Context } from "@/lib/core/context";
import type { DkimSigner, Mailbox } from "@/lib/core/ports/mailer";
import type { MailProject } from "../brand";
import { dkimKeyPlace } from "./resource";

export interface MailSender {
  from: Mailbox;
  replyTo: string | null;
  signer: DkimSigner | null;
}

/** Returns the sender of a project's mails: its own verified domain, else the service's, under the project's name. */
export async function findSender(ctx: Context, projectId: string | null, { sender }: MailProject): Promise<MailSender> {
  const { name, localPart, replyTo } = sender;
  const row =
    projectId === null
      ? null
      : await ctx.db.senderDomain.findUnique({ where: { projectId }, omit: { dkimPrivateKey: false } });
  if (projectId === null || !row || row.verifiedAt === null) {
    return { from: { name, address: ctx.mail.fallbackAddress }, replyTo, signer: null };
  }
  const { domain, dkimSelector: selector } = row;
  const privateKey = ctx.sealer.open(row.dkimPrivateKey, dkimKeyPlace(projectId));
  return { from: { name, address: `${localPart}@${domain}` }, replyTo, signer: { domain, selector, privateKey } };
}
