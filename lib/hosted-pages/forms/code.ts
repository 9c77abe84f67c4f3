import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInOtpInput, signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { afterFirstFactor, FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const CodeForm = SignInOtpInput.pick({ otp: true }).extend({ email: FormEmail });

/** Signs in with the code of a mail. Throws as `signInWithOtp`. */
export async function postCodeForm(ctx: UserContext, { email, otp }: z.infer<typeof CodeForm>): Promise<NextPage> {
  const { body, cookies } = await signInWithOtp(ctx, { email, otp });
  return afterFirstFactor(body, cookies);
}
