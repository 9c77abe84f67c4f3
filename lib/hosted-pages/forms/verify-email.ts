import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { VerifyEmailInput, verifyEmail } from "@/lib/sign-in/email/verify";
import type { NextPage } from "./next-page";

export const VerifyEmailForm = VerifyEmailInput;

/** The button of the page that a mail about an address leads to. Throws as `verifyEmail`. */
export async function postVerifyEmailForm(
  ctx: UserContext,
  { token, password }: z.infer<typeof VerifyEmailForm>,
): Promise<NextPage> {
  const { body, cookies } = await verifyEmail(ctx, { token, ...(password && { password }) });
  const query: Record<string, string> = { done: body.purpose };
  if (body.callbackURL !== null) query.redirect_to = body.callbackURL;
  return { page: "verify-email", query, cookies };
}
