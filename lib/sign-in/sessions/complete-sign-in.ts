import type { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SocialProvider } from "@/lib/core/ports/identity-providers";
import { AuthError } from "../auth-errors";
import type { AuthContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { startFlow } from "../flows/flow";
import { acceptTrustedDevice } from "../two-factor/trusted-device";
import type { SessionStarted, TwoFactorRequired as TwoFactorRequiredReply } from "../users/replies";
import { toUser } from "../users/resource";
import { issueSession } from "./issue";
import type { SessionUser } from "./session-lookup";

export type FirstFactor = "password" | "magic-link" | "email-otp" | "passkey" | "test-token" | SocialProvider;
export type TwoFactorRequired = z.infer<typeof TwoFactorRequiredReply>;

interface FirstFactorGiven {
  user: SessionUser;
  factor: FirstFactor;
  isRemembered: boolean;
  /** The factor stands for two: a passkey that verified its user, or a testing token. */
  isSufficient?: boolean;
}

/** A challenge is answered within this time, with at most `CHALLENGE_ATTEMPTS` wrong codes. */
const CHALLENGE_SECONDS = 600;

/**
 * What every sign-in ends in once its first factor was right: a session, or, where the user has a second factor and
 * this browser is not trusted, a challenge for it and no session. Throws `BANNED_USER`.
 */
export async function completeSignIn(
  ctx: AuthContext,
  { user, factor, isRemembered, isSufficient = false }: FirstFactorGiven,
): Promise<z.infer<typeof SessionStarted> | TwoFactorRequired> {
  const entry = { kind: "session.sign_in", userId: user.id, data: { factor } } as const;
  if (user.bannedAt !== null) {
    await recordSecurityEvent(ctx, { ...entry, outcome: "refused", reason: "banned" });
    throw new AuthError("BANNED_USER");
  }
  const start = async (ctx: AuthContext) => {
    const event = { ...entry, outcome: "accepted" } as const;
    const session = await issueSession(ctx, { userId: user.id, isRemembered, factors: [factor], event });
    return { token: session.token, user: toUser(user), sessionExpiresAt: session.expiresAt };
  };
  if (!user.twoFactorEnabled || !ctx.tenant.settings.methods.twoFactor || isSufficient) return start(ctx);
  return withTransaction(ctx, async (tx) => {
    if (await acceptTrustedDevice(tx, user.id)) return start(tx);
    const data = { factor, isRemembered };
    await startFlow(tx, { kind: "two-factor", userId: user.id, data, lifetimeSeconds: CHALLENGE_SECONDS });
    // Also where none was sent: a Strict cookie does not travel on the redirect of a provider, yet is still there.
    tx.reply.cookie = null;
    return { twoFactorRedirect: true, twoFactorMethods: ["totp"] };
  });
}
