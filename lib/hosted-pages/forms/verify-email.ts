import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { VerifyEmailInput, verifyEmail } from "@/lib/sign-in/email/verify";
import { onwardQuery } from "@/lib/sign-in/flow/onward";
import type { NextPage } from "./next-page";

export const VerifyEmailForm = VerifyEmailInput;

/** The button of the page that a mail about an address leads to. Throws as `verifyEmail`. */
export async function postVerifyEmailForm(
  ctx: UserContext,
  { token, password }: z.infer<typeof VerifyEmailForm>,
): Promise<NextPage> {
  const { body, cookies } = await verifyEmail(ctx, { token, ...(password && { password }) });
  const query = { ...onwardQuery(ctx, body.callbackURL), done: body.purpose };
  const email = body.user?.email;
  return { page: "verify-email", query, cookies, ...(email && { notice: { form: "sign-in", email } }) };
}
