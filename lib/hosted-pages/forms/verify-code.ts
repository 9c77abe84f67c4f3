import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { VerifyEmailOtpInput, verifyEmailByOtp } from "@/lib/sign-in/email/otp/verify-email";
import { FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const VerifyCodeForm = VerifyEmailOtpInput.pick({ otp: true }).extend({ email: FormEmail });

/** Proves an address with the code of a mail. Throws as `verifyEmailByOtp`. */
export async function postVerifyCodeForm(
  ctx: UserContext,
  { email, otp }: z.infer<typeof VerifyCodeForm>,
): Promise<NextPage> {
  const { cookies } = await verifyEmailByOtp(ctx, { email, otp });
  const query = { done: "email-verification" };
  return { page: "verify-email", query, notice: { form: "sign-in", email }, cookies };
}
