import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { patienceSignal } from "@/lib/core/patience";
import { MailerError } from "@/lib/core/ports/mailer";
import { SERVICE } from "@/lib/core/service";
import { Email } from "@/lib/core/user-fields";
import type { OperatorSettingsContext } from "./context";

const PATIENCE_MS = 30_000;

export const SendTestMailInput = z.strictObject({ to: Email });

/**
 * Sends an email by the mail server in force, and waits until the server has accepted it. Throws `conflict` with the
 * server's own words where it didn't.
 */
export async function sendTestMail(
  ctx: OperatorSettingsContext,
  { to }: z.infer<typeof SendTestMailInput>,
): Promise<{ to: string; from: string }> {
  requireAdministration(ctx);
  const { mailer, fallbackAddress: address } = ctx.mail;
  if (mailer.keepsMail) throw new ServiceError("conflict", "No mail server is set up: emails stay in the inbox.");
  const id = createId("mail", ctx.random);
  const text = `${SERVICE.name} at ${ctx.baseUrl} can send emails: this is its test.`;
  try {
    const mail = {
      ...{ id, messageId: `<${id}@${new URL(ctx.baseUrl).hostname}>`, from: { name: SERVICE.name, address }, to },
      ...{ returnAddress: null, replyTo: null, signer: null },
      ...{ subject: `A test email of ${SERVICE.name}`, text, html: `<p>${text}</p>` },
    };
    await mailer.send(mail, patienceSignal(PATIENCE_MS));
  } catch (error) {
    if (!(error instanceof MailerError)) throw error;
    throw new ServiceError("conflict", error.message, { cause: error });
  }
  await recordAudit(ctx, { organisationId: null, action: "setting.test_mail", targetId: id, data: { to } });
  return { to, from: address };
}
