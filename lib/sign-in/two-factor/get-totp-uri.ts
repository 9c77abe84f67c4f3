import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { findAuthenticator } from "./authenticator";
import { requireStepUp, type StepUpInput } from "./step-up";
import { totpUri } from "./totp";

export const TotpUri = z
  .object({
    totpURI: z.string().meta({
      example: "otpauth://totp/Shop:ada%40example.com?secret=6PA7WOA47H43ISMG2L4Z4JMOAJ3EDAXW&issuer=Shop",
    }),
  })
  .meta({ id: "TotpUri" });

/** Returns the QR code's content again. Throws the errors of `requireStepUp`, `TOTP_NOT_ENABLED`. */
export async function getTotpUri(
  ctx: SignedInContext,
  input: z.infer<typeof StepUpInput>,
): Promise<z.infer<typeof TotpUri>> {
  const { user } = ctx.session;
  const authenticator = await findAuthenticator(ctx, user.id);
  if (!authenticator) throw new SignInError("TOTP_NOT_ENABLED");
  await requireStepUp(ctx, input, authenticator, "two_factor.reveal");
  await recordSecurityEvent(ctx, { kind: "two_factor.reveal", outcome: "accepted", userId: user.id });
  return { totpURI: totpUri(ctx, { secret: authenticator.secret, email: user.email }) };
}
