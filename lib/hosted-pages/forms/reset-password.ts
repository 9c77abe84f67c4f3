import type { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { ResetPasswordInput, resetPassword } from "@/lib/sign-in/password/reset";
import { afterReset } from "./fields";
import type { NextPage } from "./next-page";

export const ResetPasswordForm = ResetPasswordInput.required({ token: true });

/** Sets a new password with a mailed link. Throws as `resetPassword`. */
export async function postResetPasswordForm(
  ctx: UserContext,
  input: z.infer<typeof ResetPasswordForm>,
): Promise<NextPage> {
  return afterReset(await resetPassword(ctx, input));
}
