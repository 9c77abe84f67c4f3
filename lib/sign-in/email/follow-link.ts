import { z } from "zod";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { SignInResult } from "../result";
import { type EmailVerified, VerifyEmailInput, verifyEmail } from "./verify";

export const VerifyEmailQuery = z.object({
  token: VerifyEmailInput.shape.token,
  callbackURL: z.string().optional(),
});
type VerifyEmailQuery = z.infer<typeof VerifyEmailQuery>;

/** Runs `verifyEmail` by GET and sends the browser to `callbackURL`, if given, where errors arrive as `?error=`. */
export async function followEmailLink(
  ctx: UserContext,
  { token, callbackURL }: VerifyEmailQuery,
): Promise<SignInResult<z.infer<typeof EmailVerified> | null>> {
  try {
    const verified = await verifyEmail(ctx, { token });
    return verified.with(verified.body, { redirect: callbackURL });
  } catch (error) {
    if (!(error instanceof SignInError) || callbackURL === undefined) throw error;
    const url = new URL(callbackURL, ctx.baseUrl);
    url.searchParams.set("error", error.code);
    return new SignInResult(null, { redirect: url.href, cookies: error.cookies });
  }
}
