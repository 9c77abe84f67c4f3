import { z } from "zod";
import { Image, Name } from "@/lib/core/user-fields";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { checkCode } from "../../mailbox/check-code";
import { signInByMailbox } from "../../mailbox/sign-in-user";
import { takeVerification } from "../../mailbox/take";
import type { SignInResult } from "../../result";
import type { TwoFactorRequired } from "../../sessions/complete-sign-in";
import type { SessionStartedReply } from "../../sessions/replies";
import { AnyEmail, Otp, parseEmail, requireEmailOtp } from "./fields";

export const SignInOtpInput = z.object({ email: AnyEmail, otp: Otp, name: Name.optional(), image: Image.optional() });
type SignInOtpInput = z.infer<typeof SignInOtpInput>;

/**
 * Signs in with a mailed code; a user who does not exist is created with `name` and `image`. Throws the errors that
 * `checkCode` throws, `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`, `SIGN_UP_DISABLED`, `BANNED_USER`.
 */
export async function signInWithOtp(
  ctx: UserContext,
  input: SignInOtpInput,
): Promise<SignInResult<SessionStartedReply | TwoFactorRequired>> {
  requireEmailOtp(ctx);
  const email = parseEmail(input.email);
  const proof = await checkCode(ctx, { purpose: "sign-in", email, code: input.otp, kind: "session.sign_in" });
  // Only one of several concurrent requests with the right code takes the proof.
  if (!(await takeVerification(ctx, proof))) throw new SignInError("INVALID_OTP");
  const name = input.name ?? proof.data.name ?? "";
  const done = await signInByMailbox(ctx, { email, factor: "email-otp", name, image: input.image ?? null });
  return done.with(done.body.signedIn);
}
