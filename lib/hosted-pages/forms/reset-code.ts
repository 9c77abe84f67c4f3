import type { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { OtpResetInput, resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { afterReset, FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const ResetCodeForm = OtpResetInput.pick({ otp: true }).extend({ email: FormEmail, newPassword: Password });

/** Sets a new password with the code of a mail. Throws as `resetPasswordByOtp`. */
export async function postResetCodeForm(
  ctx: UserContext,
  { email, otp, newPassword }: z.infer<typeof ResetCodeForm>,
): Promise<NextPage> {
  const next = afterReset(await resetPasswordByOtp(ctx, { email, otp, password: newPassword }));
  return { ...next, notice: { email } };
}
