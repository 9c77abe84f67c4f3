import { z } from "zod";
import { Email, Name } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { sendSignInMail } from "../mailbox/sign-in-mail";
import { SignInResult } from "../result";

export const MagicLinkInput = z.object({
  email: Email,
  name: Name.optional(),
  callbackURL: z.string().max(2_048).optional(),
  newUserCallbackURL: z.string().max(2_048).optional(),
  errorCallbackURL: z.string().max(2_048).optional(),
});
type MagicLinkInput = z.infer<typeof MagicLinkInput>;

export const MagicLinkSent = z
  .object({
    status: z.literal(true),
    number: z.string().meta({
      description: "To show: a user who opens the link in another browser is asked for it there.",
      example: "4821",
    }),
  })
  .meta({ id: "MagicLinkSent" });

/** Mails a sign-in link, and a code where the project uses codes. Throws `MAGIC_LINK_DISABLED`, `TOO_MANY_REQUESTS`. */
export async function requestMagicLink(
  ctx: UserContext,
  input: MagicLinkInput,
): Promise<SignInResult<z.infer<typeof MagicLinkSent>>> {
  if (!ctx.project.settings.methods.magicLink) throw new SignInError("MAGIC_LINK_DISABLED");
  const { email, name, callbackURL, newUserCallbackURL } = input;
  const data = {
    ...(name !== undefined && { name }),
    ...(callbackURL !== undefined && { callbackURL }),
    ...(newUserCallbackURL !== undefined && { newUserCallbackURL }),
  };
  const { number = "", cookies } = await sendSignInMail(ctx, { email, data });
  return new SignInResult({ status: true, number }, { cookies });
}
