import { z } from "zod";
import { hashSecretText, isSecretText } from "@/lib/core/crypto/secret-text";
import { KEY_PREFIX } from "@/lib/core/service";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countAddress } from "../flow/limits";
import type { SignInResult } from "../result";
import { completeSignIn } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { findUserById } from "../users/find";

export const SignInTestTokenInput = z.object({
  token: z.string().max(256).meta({ example: "coppice_test_q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5dGaHiKoLmB3t0aZ9xY" }),
});

/**
 * Signs in a token's test user, once, past limits and second factor. Throws `TEST_TOKENS_DISABLED`,
 * `TEST_TOKEN_INVALID` for any fault of the token, `TOO_MANY_REQUESTS` after several of those, `BANNED_USER`.
 */
export async function signInWithTestToken(
  ctx: UserContext,
  { token }: z.infer<typeof SignInTestTokenInput>,
): Promise<SignInResult<SessionStartedReply>> {
  if (!ctx.project.settings.methods.testTokens) throw new SignInError("TEST_TOKENS_DISABLED");
  const userId = isSecretText(KEY_PREFIX.testing, token) ? await takeTestToken(ctx, token) : null;
  const user = userId === null ? null : await findUserById(ctx, userId);
  if (!user) {
    // Only wrong tokens count, and no event is written past the limit.
    await countAddress(ctx, "signInPerAddress");
    const data = { factor: "test-token" };
    const event = { kind: "session.sign_in", outcome: "refused", userId: null, reason: "invalid_test_token" } as const;
    await recordSecurityEvent(ctx, { ...event, data });
    throw new SignInError("TEST_TOKEN_INVALID");
  }
  const first = { user, factor: "test-token", isRemembered: true, isSufficient: true, isLeftIn: true } as const;
  const done = await completeSignIn(ctx, first);
  const { body } = done;
  if ("twoFactorRedirect" in body) throw new Error("a testing token stands for both factors");
  return done.with(body);
}

/** Takes the token by deleting it, so that one of several requests gets its user. */
async function takeTestToken(ctx: UserContext, token: string): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ userId: string; expiresAt: Date; isTestUser: boolean }[]>`
    delete from test_token t using end_user u
    where t.token_hash = ${hashSecretText(token)} and t.project_id = ${ctx.project.id} and u.id = t.user_id
    returning t.user_id as "userId", t.expires_at as "expiresAt", u.is_test_user as "isTestUser"`;
  return row?.isTestUser && row.expiresAt > ctx.clock.now() ? row.userId : null;
}
