import type { z } from "zod";
import type { UserContext } from "../context";
import type { SignInResult } from "../result";
import type { TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SignedIn } from "../sessions/replies";
import { type IdToken, redeemIdToken, refuseIdToken } from "./id-token";
import { signInByProfile } from "./sign-in-by-profile";
import { type SocialStarted, type StartSocialInput, startSocialSignIn } from "./start-sign-in";

type SignedInSocially = SocialStarted | z.infer<typeof SignedIn> | TwoFactorRequired;

/**
 * Starts a sign-in by a provider, or completes it by an ID token that the app has obtained. Throws the errors that
 * `startSocial` throws, and for an ID token `ID_TOKEN_NOT_SUPPORTED`, `INVALID_TOKEN`, `FAILED_TO_GET_USER_INFO`,
 * `USER_EMAIL_NOT_FOUND`, `OAUTH_LINK_ERROR`, `EMAIL_NOT_VERIFIED`, `BANNED_USER`.
 */
export async function signInSocial(ctx: UserContext, input: StartSocialInput): Promise<SignInResult<SignedInSocially>> {
  const { provider, idToken } = input;
  return idToken ? signInByIdToken(ctx, provider, idToken) : startSocialSignIn(ctx, input);
}

async function signInByIdToken(
  ctx: UserContext,
  name: string,
  idToken: IdToken,
): Promise<SignInResult<SignedInSocially>> {
  try {
    const { provider, profile } = await redeemIdToken(ctx, name, idToken);
    const done = await signInByProfile(ctx, provider, profile);
    const { signedIn } = done.body;
    return done.with("twoFactorRedirect" in signedIn ? signedIn : { redirect: false, ...signedIn });
  } catch (error) {
    throw await refuseIdToken(ctx, "session.sign_in", name, error);
  }
}
