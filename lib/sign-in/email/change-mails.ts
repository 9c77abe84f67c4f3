import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { onwardQuery } from "../flow/onward";
import { createVerification } from "../mailbox/create";
import { mailedLink } from "../mailbox/link";
import { sendProof } from "../mailbox/send";
import type { VerificationData } from "../mailbox/verification";
import { findUserByEmail } from "../users/find";

interface Change {
  user: { id: string; email: string };
  newEmail: string;
  data: VerificationData;
}

export async function mailOldMailbox(ctx: UserContext, { user, newEmail, data }: Change): Promise<void> {
  const kind = "change-email-confirmation";
  const proof = await createVerification(ctx, {
    purpose: kind,
    email: user.email,
    userId: user.id,
    hasLink: true,
    hasCode: false,
    data: { ...data, newEmail },
  });
  const { expiresInMinutes } = proof.lifetimes;
  const link = mailedLink(ctx, "verify-email", proof.token, onwardQuery(ctx, data.callbackURL)) ?? "";
  const content = { newEmail, link, expiresInMinutes };
  await sendProof(ctx, { kind, to: user.email, content, sendBefore: proof.expiresAt }, { isSent: true });
  await record(ctx, user, newEmail, "old");
}

/** Mails the new mailbox for its proof; for a taken address, the same work is done without a mail. */
export async function mailNewMailbox(ctx: UserContext, { user, newEmail, data }: Change): Promise<void> {
  const kind = "change-email-verification";
  const isSent = (await findUserByEmail(ctx, newEmail)) === null;
  const secrets = { hasLink: true, hasCode: ctx.project.settings.methods.emailOtp };
  const proof = await createVerification(ctx, { purpose: kind, email: newEmail, userId: user.id, data, ...secrets });
  const link = mailedLink(ctx, "verify-email", proof.token, onwardQuery(ctx, data.callbackURL));
  const content = { link, code: proof.code, ...proof.lifetimes };
  await sendProof(ctx, { kind, to: newEmail, content, sendBefore: proof.expiresAt }, { isSent });
  await record(ctx, user, newEmail, isSent ? "new" : "nobody");
}

async function record(ctx: UserContext, user: Change["user"], newEmail: string, mailedTo: string): Promise<void> {
  const data = { newEmail, mailedTo };
  await recordSecurityEvent(ctx, { kind: "email.change_request", outcome: "accepted", userId: user.id, data });
}
