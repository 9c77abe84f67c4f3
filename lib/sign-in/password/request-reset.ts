import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { sendResetMail } from "./reset-mail";

export const RequestResetInput = z.object({ email: Email, redirectTo: z.string().max(2_048).optional() });
type RequestResetInput = z.infer<typeof RequestResetInput>;

const MESSAGE = "If this email exists in our system, check your email for the reset link";

export const ResetRequested = z
  .object({ status: z.literal(true), message: z.literal(MESSAGE) })
  .meta({ id: "ResetRequested" });

/** Mails a link for choosing a new password. Throws `RESET_PASSWORD_DISABLED`, `TOO_MANY_REQUESTS`. */
export async function requestPasswordReset(
  ctx: UserContext,
  { email, redirectTo }: RequestResetInput,
): Promise<z.infer<typeof ResetRequested>> {
  await sendResetMail(ctx, { email, data: redirectTo === undefined ? {} : { callbackURL: redirectTo } });
  return { status: true, message: MESSAGE };
}
