import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import type { Purpose } from "../../mailbox/verification";

/** A malformed address is `INVALID_EMAIL` on these routes, not `VALIDATION_ERROR`. */
export const AnyEmail = z.string().meta({ example: "ada@example.com" });

export function parseEmail(email: string): string {
  const parsed = Email.safeParse(email);
  if (!parsed.success) throw new SignInError("INVALID_EMAIL");
  return parsed.data;
}

export const Otp = z.string().meta({ description: "The 6-digit code of the mail.", example: "042917" });

export const OtpType = z.string().meta({
  description: "`sign-in`, `email-verification` or `forget-password`.",
  example: "sign-in",
});

const TYPES = ["sign-in", "email-verification", "forget-password"] as const;
export type OtpPurpose = Extract<Purpose, (typeof TYPES)[number]>;

export function parseType(type: string): OtpPurpose {
  const purpose = TYPES.find((each) => each === type);
  if (purpose === undefined) throw new SignInError("INVALID_OTP_TYPE");
  return purpose;
}

export function requireEmailOtp(ctx: UserContext): void {
  if (!ctx.project.settings.methods.emailOtp) throw new SignInError("EMAIL_OTP_DISABLED");
}
