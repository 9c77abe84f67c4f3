import { z } from "zod";
import type { AuthContext } from "../context";
import { signInWithPassword } from "../password/sign-in";
import { afterFirstFactor, Checkbox, FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const SignInForm = z.object({ email: FormEmail, password: z.string(), rememberMe: Checkbox });

/** The sign-in page's password form. Throws as `signInWithPassword`. */
export async function postSignInForm(ctx: AuthContext, input: z.infer<typeof SignInForm>): Promise<NextPage> {
  return afterFirstFactor(await signInWithPassword(ctx, input));
}
