import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { ResetPasswordInput, resetPassword } from "@/lib/sign-in/password/reset";
import type { NextPage } from "./next-page";

export const ResetPasswordForm = ResetPasswordInput.required({ token: true });

/** Sets a new password with a mailed link. Throws as `resetPassword`. */
export async function postResetPasswordForm(
  ctx: UserContext,
  input: z.infer<typeof ResetPasswordForm>,
): Promise<NextPage> {
  await resetPassword(ctx, input);
  return { page: "sign-in", query: { reset: "1" } };
}
