import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Name, Password } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { sendNotice } from "../mailbox/send";
import { SignInResult } from "../result";
import { issueSession, sessionStarted } from "../sessions/issue";
import type { SessionStartedReply } from "../sessions/replies";
import { insertAuthenticator } from "./authenticator";
import { replaceBackupCodes } from "./backup-codes";
import { requirePassword } from "./step-up";
import { createTotpSecret, totpUri } from "./totp";

export const EnableTwoFactorInput = z.object({
  password: Password.optional().meta({ description: "Who has no password gives none and must have a fresh session." }),
  method: z.enum(["totp", "otp"]).optional().meta({ example: "totp" }),
  issuer: Name.max(64).optional().meta({
    description: "Shown in the authenticator app in the place of the project's name.",
    example: "Shop",
  }),
});

export const TwoFactorSetup = z
  .object({
    method: z.literal("totp"),
    totpURI: z.string().meta({
      description: "For the QR code.",
      example: "otpauth://totp/Shop:ada%40example.com?secret=6PA7WOA47H43ISMG2L4Z4JMOAJ3EDAXW&issuer=Shop",
    }),
    backupCodes: z.array(z.string().meta({ example: "K7QX-2MRD" })).meta({
      description: "Shown this once. Each stands in for the authenticator app once.",
    }),
  })
  .meta({ id: "TwoFactorSetup" });

/**
 * Sets up an authenticator app and backup codes, which /two-factor/verify-totp enables with a first code; until then,
 * repeating it starts over. Throws `TWO_FACTOR_DISABLED`, `OTP_NOT_CONFIGURED`, `TOTP_ALREADY_ENABLED` and the errors
 * that
 * `requirePassword` throws.
 */
export async function enableTwoFactor(
  ctx: SignedInContext,
  { password, method, issuer }: z.infer<typeof EnableTwoFactorInput>,
): Promise<z.infer<typeof TwoFactorSetup>> {
  const { user } = ctx.session;
  if (!ctx.project.settings.methods.twoFactor) throw new SignInError("TWO_FACTOR_DISABLED");
  if (method === "otp") throw new SignInError("OTP_NOT_CONFIGURED");
  if (user.twoFactorEnabled) throw new SignInError("TOTP_ALREADY_ENABLED");
  await requirePassword(ctx, password, "two_factor.setup");
  const secret = createTotpSecret();
  return withTransaction(ctx, async (tx) => {
    const authenticator = await insertAuthenticator(tx, user.id, secret);
    if (!authenticator) throw new SignInError("TOTP_ALREADY_ENABLED");
    const backupCodes = await replaceBackupCodes(tx, authenticator);
    await recordSecurityEvent(tx, { kind: "two_factor.setup", outcome: "accepted", userId: user.id });
    const totpURI = totpUri(tx, { secret, email: user.email, ...(issuer !== undefined && { issuer }) });
    return { method: "totp" as const, totpURI, backupCodes };
  });
}

/** Enables the second factor and gives this browser a new session that has had it. */
export async function finishEnrolment(ctx: SignedInContext): Promise<SignInResult<SessionStartedReply>> {
  const { user, factors, isRemembered } = ctx.session;
  const changed = { twoFactorEnabled: true, updatedAt: ctx.clock.now() };
  await ctx.db.user.update({ where: { id: user.id }, data: changed, select: { id: true } });
  await recordSecurityEvent(ctx, { kind: "two_factor.enable", outcome: "accepted", userId: user.id });
  await sendNotice(ctx, { kind: "two-factor-enabled", to: user.email, content: {} });
  const having = { factors: [...factors, "totp"], hasSecondFactor: true };
  const { session, cookie } = await issueSession(ctx, { userId: user.id, isRemembered, ...having });
  return new SignInResult(sessionStarted(session, { ...user, ...changed }), { cookies: [cookie] });
}
