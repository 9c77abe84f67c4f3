import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { AUTHORIZATION_CODE } from "../../events/kinds";
import { recordSecurityEvent } from "../../events/record";
import { SignInResult } from "../../result";
import { findUserById } from "../../users/find";
import { User } from "../../users/resource";
import { issueSession, sessionStarted } from "../issue";
import { authorizationCodeHash } from "./create-code";

export const ExchangeCodeInput = z.object({
  code: z.string().max(128).meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t" }),
  /** RFC 7636 section 4.1. */
  codeVerifier: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/, "Invalid code verifier")
    .meta({ example: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" }),
});
type ExchangeCodeInput = z.infer<typeof ExchangeCodeInput>;

export const CodeExchanged = z
  .object({
    token: z.string().meta({ description: "Names the session.", example: "ses_4k9x2m7q1w8e5r3t6y0u" }),
    sessionToken: z.string().meta({
      description:
        "The secret of the session's cookie. For the app's server alone: never send it to a browser in clear.",
      example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t",
    }),
    user: User,
    sessionExpiresAt: z.iso.datetime().meta({ example: "2026-01-08T12:00:00.000Z" }),
  })
  .meta({ id: "CodeExchanged" });

interface CodeRow {
  userId: string;
  data: { codeChallenge: string; sessionId: string };
  expiresAt: Date;
}

/**
 * Exchanges a hosted page's code for a session of the app's own: once, within a minute, with the verifier of its
 * challenge, and while the session it came from lasts, whose proofs and absolute end it inherits. Throws
 * `INVALID_TOKEN`.
 */
export async function exchangeCode(
  ctx: UserContext,
  input: ExchangeCodeInput,
): Promise<SignInResult<z.infer<typeof CodeExchanged>>> {
  const row = await takeCode(ctx, input.code);
  if (!row || row.expiresAt <= ctx.clock.now() || !isVerifier(input.codeVerifier, row.data.codeChallenge)) {
    throw new SignInError("INVALID_TOKEN");
  }
  return withTransaction(ctx, async (tx) => {
    const origin = await tx.db.session.findFirst({
      where: { id: row.data.sessionId, projectId: tx.project.id, expiresAt: { gt: tx.clock.now() } },
      select: {
        factors: true,
        isRemembered: true,
        signedInAt: true,
        authenticatedAt: true,
        secondFactorAt: true,
        isUserVerified: true,
        ssoSessionId: true,
      },
    });
    const user = await findUserById(tx, row.userId);
    if (!origin || !user || user.bannedAt !== null) throw new SignInError("INVALID_TOKEN");
    const { isRemembered, factors } = origin;
    const { session, cookie } = await issueSession(tx, { userId: user.id, isRemembered, factors, origin });
    await recordSecurityEvent(tx, {
      kind: "session.sign_in",
      outcome: "accepted",
      userId: user.id,
      data: { factor: AUTHORIZATION_CODE },
    });
    // The app's server keeps the secret; a cookie of this answer would reach no browser.
    const cookies = tx.isWithoutCookies ? [cookie] : [];
    return new SignInResult({ ...sessionStarted(session, user), sessionToken: cookie.value }, { cookies });
  });
}

/** Takes the code by deleting it, so that one of several exchanges gets it. A wrong verifier spends it too. */
async function takeCode(ctx: UserContext, code: string): Promise<CodeRow | undefined> {
  const [row] = await ctx.db.$queryRaw<CodeRow[]>`
    delete from verification
    where token_hash = ${authorizationCodeHash(code)} and project_id = ${ctx.project.id} and purpose = ${AUTHORIZATION_CODE}
    returning user_id as "userId", data, expires_at as "expiresAt"`;
  return row;
}

function isVerifier(verifier: string, challenge: string): boolean {
  const given = createHash("sha256").update(createHash("sha256").update(verifier).digest("base64url")).digest();
  return timingSafeEqual(given, createHash("sha256").update(challenge).digest());
}
