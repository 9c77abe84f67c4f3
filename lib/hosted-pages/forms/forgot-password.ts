import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const ForgotPasswordForm = z.object({ email: FormEmail });

/** Mails a link to choose a new password with. Throws `INVALID_EMAIL` and as `requestPasswordReset`. */
export async function postForgotPasswordForm(
  ctx: UserContext,
  input: z.infer<typeof ForgotPasswordForm>,
  returnAddress: string,
): Promise<NextPage> {
  const email = Email.safeParse(input.email);
  if (!email.success) throw new SignInError("INVALID_EMAIL");
  await requestPasswordReset(ctx, {
    email: email.data,
    redirectTo: returnAddress.replace(/\/return(?=\?|$)/, "/reset-password"),
  });
  return { page: "forgot-password", query: { sent: "1" }, notice: { email: email.data } };
}
