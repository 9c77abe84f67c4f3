import { z } from "zod";
import type { UserContext } from "../context";
import { SignInResult } from "../result";
import { describeResetLink } from "./reset";

export const ResetLinkQuery = z.object({
  callbackURL: z.string().meta({ example: "https://app.example.com/new-password" }),
});

/** Sends the browser to the app's own page for a new password, with the token while it is valid. */
export async function followResetLink(
  ctx: UserContext,
  { token, callbackURL }: { token: string; callbackURL: string },
): Promise<SignInResult<null>> {
  const { valid } = await describeResetLink(ctx, token);
  const url = new URL(callbackURL, ctx.baseUrl);
  if (valid) url.searchParams.set("token", token);
  else url.searchParams.set("error", "INVALID_TOKEN");
  return new SignInResult(null, { redirect: url.href });
}
