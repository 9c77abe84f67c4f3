import type { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { deletedCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { startFlow } from "../flow/flow";
import { knownBrowserCookie } from "../flow/known-browser";
import { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { isSsoRequired } from "../sso-domains/required";
import { issueSession, sessionStarted } from "./issue";
import type { SessionStartedReply, TwoFactorRequired as TwoFactorRequiredReply } from "./replies";
import { acceptTrustedDevice } from "./trusted-devices/trust";

export type FirstFactor =
  | "password"
  | "magic-link"
  | "email-otp"
  | "passkey"
  | "test-token"
  | "owner-link"
  | (string & {});
export type TwoFactorRequired = z.infer<typeof TwoFactorRequiredReply>;

interface FirstFactorGiven {
  user: SessionUser;
  factor: FirstFactor;
  isRemembered: boolean;
  /** Set for a factor that counts as two: a passkey that verified its user, or a testing token. */
  isSufficient?: boolean;
  /** Set where an identity provider that is trusted with it has asked for the second factor. */
  hasSecondFactor?: boolean;
  /**
   * Set for a company's own connection, and for sessions that the project's owner hands out: they stay where others
   * end.
   */
  isLeftIn?: boolean;
  /** When the user proved who they are, in milliseconds, where a provider says so; otherwise now. */
  authenticatedAt?: number | null;
  /** The session at the identity provider. */
  ssoSessionId?: string | null;
}

/** A challenge must be answered within this time, with at most `CHALLENGE_ATTEMPTS` wrong codes. */
const CHALLENGE_SECONDS = 600;

/** Completes a sign-in with a session, or a challenge where a second factor is due. Throws `BANNED_USER`, `SSO_REQUIRED`. */
export async function completeSignIn(
  ctx: UserContext,
  { user, factor, isRemembered, isSufficient = false, isLeftIn = false, ...proof }: FirstFactorGiven,
): Promise<SignInResult<SessionStartedReply | TwoFactorRequired>> {
  const { authenticatedAt = null, ssoSessionId = null, hasSecondFactor = false } = proof;
  const data = { factor, ...(hasSecondFactor && { secondFactor: factor }) };
  const entry = { kind: "session.sign_in", userId: user.id, data } as const;
  if (user.bannedAt !== null) {
    await recordSecurityEvent(ctx, { ...entry, outcome: "refused", reason: "banned" });
    throw new SignInError("BANNED_USER");
  }
  if (!isLeftIn && (await isSsoRequired(ctx, user.email))) {
    await recordSecurityEvent(ctx, { ...entry, outcome: "refused", reason: "sso_required" });
    throw new SignInError("SSO_REQUIRED");
  }
  const start = async (ctx: UserContext) => {
    const event = { ...entry, outcome: "accepted" } as const;
    const now = ctx.clock.now();
    const proven = authenticatedAt === null ? now : new Date(Math.min(authenticatedAt, now.getTime()));
    const isUserVerified = factor === "passkey" && isSufficient;
    const times = { signedInAt: now, authenticatedAt: proven, secondFactorAt: hasSecondFactor ? proven : null };
    const origin = { ...times, isUserVerified, ssoSessionId };
    const issued = await issueSession(ctx, { userId: user.id, isRemembered, factors: [factor], origin, event });
    const cookies = [issued.cookie, knownBrowserCookie(ctx, user.email)];
    return new SignInResult(sessionStarted(issued.session, user), { cookies });
  };
  if (!user.twoFactorEnabled || !ctx.project.settings.methods.twoFactor || isSufficient || hasSecondFactor)
    return start(ctx);
  return withTransaction(ctx, async (tx) => {
    const device = await acceptTrustedDevice(tx, user.id);
    if (device) {
      const started = await start(tx);
      return started.with(started.body, { cookies: [device] });
    }
    const data = { factor, isRemembered, ssoSessionId };
    const lifetimeSeconds = CHALLENGE_SECONDS;
    const { cookie } = await startFlow(tx, { kind: "two-factor", userId: user.id, data, lifetimeSeconds });
    const challenge: TwoFactorRequired = { twoFactorRedirect: true, twoFactorMethods: ["totp"] };
    // The cookie is deleted even where none was sent: a Strict cookie does not travel with a provider's redirect.
    return new SignInResult(challenge, { cookies: [cookie, deletedCookie("session")] });
  });
}
