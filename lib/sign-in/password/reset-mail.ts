import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countMail } from "../flow/limits";
import { carriedIn } from "../flow/onward";
import { createVerification } from "../mailbox/create";
import { mailedLink } from "../mailbox/link";
import { sendProof } from "../mailbox/send";
import type { VerificationData } from "../mailbox/verification";
import { findUserByEmail } from "../users/find";

interface ResetMail {
  email: string;
  data: VerificationData;
}

/**
 * Mails a link, and a code where the project uses codes, for choosing a new password. For an address without a user,
 * the same work is done without a mail. Throws `RESET_PASSWORD_DISABLED`, `TOO_MANY_REQUESTS`.
 */
export async function sendResetMail(ctx: UserContext, { email, data }: ResetMail): Promise<void> {
  const { methods } = ctx.project.settings;
  if (!methods.password) throw new SignInError("RESET_PASSWORD_DISABLED");
  await countMail(ctx, email);
  await withTransaction(ctx, async (tx) => {
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const secrets = { hasLink: true, hasCode: methods.emailOtp };
    const proof = await createVerification(tx, { purpose: "forget-password", email, userId, data, ...secrets });
    const isSent = user !== null;
    const link = mailedLink(tx, "reset-password", proof.token, carriedIn(tx, data.callbackURL) ?? {});
    const content = { link, code: proof.code, ...proof.lifetimes };
    await sendProof(tx, { kind: "password-reset", to: email, content, sendBefore: proof.expiresAt }, { isSent });
    await recordSecurityEvent(tx, {
      kind: "password.reset_request",
      outcome: isSent ? "accepted" : "refused",
      userId,
      ...(!isSent && { reason: "unknown_user" }),
      data: { email },
    });
  });
}
