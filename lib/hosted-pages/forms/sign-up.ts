import type { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { SignUpInput, signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const SignUpForm = SignUpInput.pick({ name: true, password: true })
  .partial({ name: true })
  .extend({ email: FormEmail });

/**
 * The form of the sign-up page. A user who gives no name is named after the part of the address before the @. Throws
 * `INVALID_EMAIL` and as `signUpWithPassword`.
 */
export async function postSignUpForm(
  ctx: UserContext,
  input: z.infer<typeof SignUpForm>,
  returnAddress: string,
): Promise<NextPage> {
  const email = Email.safeParse(input.email);
  if (!email.success) throw new SignInError("INVALID_EMAIL");
  const name = input.name?.trim() || (email.data.split("@", 1)[0] ?? "");
  const { password } = input;
  const callbackURL = returnAddress;
  const { body, cookies } = await signUpWithPassword(ctx, { name, email: email.data, password, callbackURL });
  if (body.token !== null) return { page: "return", cookies };
  return { page: "verify-email", query: { sent: "1" }, notice: { email: email.data }, cookies };
}
