import { z } from "zod";
import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "@/lib/sign-in/context";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { SignInError } from "@/lib/sign-in/errors";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { FormEmail } from "./fields";
import type { NextPage } from "./next-page";

export const MagicLinkForm = z.object({ email: FormEmail });

/**
 * Mails a link and a code, as far as the project has them on, and leads to the page where the code is typed. Throws
 * `INVALID_EMAIL`, and as `requestMagicLink` or `sendOtp`.
 */
export async function postMagicLinkForm(
  ctx: UserContext,
  input: z.infer<typeof MagicLinkForm>,
  returnAddress: string,
): Promise<NextPage> {
  const email = Email.safeParse(input.email);
  if (!email.success) throw new SignInError("INVALID_EMAIL");
  const { magicLink: hasLink } = ctx.project.settings.methods;
  const { body, cookies } = hasLink
    ? await requestMagicLink(ctx, { email: email.data, callbackURL: returnAddress })
    : await sendOtp(ctx, { email: email.data, type: "sign-in" });
  return { page: "code", notice: { email: email.data, number: body.number }, cookies };
}
