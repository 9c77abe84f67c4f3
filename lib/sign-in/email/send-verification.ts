import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { sendVerificationMail } from "../mailbox/verification-mail";

export const SendVerificationInput = z.object({ email: Email, callbackURL: z.string().max(2_048).optional() });
type SendVerificationInput = z.infer<typeof SendVerificationInput>;

/**
 * Mails the proof of an address again. Signed out, the answer and the work are the same for every address. Throws
 * `TOO_MANY_REQUESTS` and, signed in, `EMAIL_MISMATCH` and `EMAIL_ALREADY_VERIFIED`.
 */
export async function sendVerificationEmail(
  ctx: UserContext,
  { email, callbackURL }: SendVerificationInput,
): Promise<{ status: true }> {
  if (ctx.session !== null) {
    if (ctx.session.user.email !== email) throw new SignInError("EMAIL_MISMATCH");
    if (ctx.session.user.emailVerified) throw new SignInError("EMAIL_ALREADY_VERIFIED");
  }
  await sendVerificationMail(ctx, { email, data: callbackURL === undefined ? {} : { callbackURL } });
  return { status: true };
}
