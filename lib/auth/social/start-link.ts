import type { SignedInContext } from "../context";
import { requireFreshSession } from "../sessions/require-fresh";
import { startSocial } from "./start";
import { answerStarted, requireNoIdToken, type SocialStarted, type StartSocialInput } from "./start-sign-in";

/**
 * Where the browser is to go to link an account at a provider to the signed-in user. Throws `SESSION_NOT_FRESH`,
 * `ID_TOKEN_NOT_SUPPORTED` and as `startSocial`.
 */
export async function startSocialLink(ctx: SignedInContext, input: StartSocialInput): Promise<SocialStarted> {
  requireFreshSession(ctx);
  requireNoIdToken(input);
  const { id: sessionId, user } = ctx.session;
  return answerStarted(ctx, input, await startSocial(ctx, { ...input, linkTo: { userId: user.id, sessionId } }));
}
