import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInResult } from "../result";
import { requireFreshSession } from "../sessions/require-fresh";
import { type IdToken, redeemIdToken, refuseIdToken } from "./id-token";
import { linkToUser } from "./link-to-user";
import { startSocial } from "./start";
import { SocialStarted, type StartSocialInput, socialStarted } from "./start-sign-in";

export const SocialLinked = SocialStarted.extend({ status: z.literal(true).optional() }).meta({ id: "SocialLinked" });
type SocialLinked = z.infer<typeof SocialLinked>;

/**
 * Starts to link a provider's account to the signed-in user, or links it by an ID token. Throws `SESSION_NOT_FRESH`,
 * the errors of `startSocial`, and for an ID token `ID_TOKEN_NOT_SUPPORTED`, `INVALID_TOKEN`,
 * `FAILED_TO_GET_USER_INFO`,
 * `SOCIAL_ACCOUNT_ALREADY_LINKED`.
 */
export async function startSocialLink(
  ctx: SignedInContext,
  input: StartSocialInput,
): Promise<SignInResult<SocialLinked>> {
  requireFreshSession(ctx);
  if (input.idToken) return new SignInResult(await linkByIdToken(ctx, input.provider, input.idToken));
  const { id: sessionId, user } = ctx.session;
  return socialStarted(input, await startSocial(ctx, { ...input, linkTo: { userId: user.id, sessionId } }));
}

async function linkByIdToken(ctx: SignedInContext, name: string, idToken: IdToken): Promise<SocialLinked> {
  const { id: sessionId, user } = ctx.session;
  try {
    const { provider, profile } = await redeemIdToken(ctx, name, idToken);
    await linkToUser(ctx, { userId: user.id, sessionId }, provider, profile);
    return { url: "", status: true, redirect: false };
  } catch (error) {
    throw await refuseIdToken(ctx, "account.link", name, error);
  }
}
