import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { SignInInput, signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { afterFirstFactor, Checkbox, FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const SignInForm = SignInInput.pick({ password: true }).extend({ email: FormEmail, rememberMe: Checkbox });

/**
 * The password form of the sign-in page. If a proof of the mailbox or a new password must come first, the browser is
 * led to the page for it, whose mail is on its way. Throws otherwise as `signInWithPassword`.
 */
export async function postSignInForm(
  ctx: UserContext,
  input: z.infer<typeof SignInForm>,
  returnAddress: string,
): Promise<NextPage> {
  try {
    const { body, cookies } = await signInWithPassword(ctx, { ...input, callbackURL: returnAddress });
    return afterFirstFactor(body, cookies);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    if (error.code === "EMAIL_NOT_VERIFIED")
      return { page: "verify-email", query: { sent: "1" }, notice: { email: input.email }, cookies: error.cookies };
    if (error.code !== "PASSWORD_RESET_REQUIRED") throw error;
    return { page: "forgot-password", query: { required: "1" }, notice: { email: input.email } };
  }
}
