import { randomBase62 } from "@/lib/core/crypto/secret-text";
import type { AuthorizationSecrets } from "@/lib/core/ports/identity-providers";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { BrowserCookie } from "../browser-cookie";
import type { SignInContext, UserContext } from "../context";
import { SignInError } from "../errors";
import { startFlow } from "../flow/flow";
import { findProviderClient } from "./provider-client";
import { hashState } from "./state";

/** The user may have to sign in at the provider first. */
export const FLOW_SECONDS = 600;
/** A secret of this length has more than 256 bits; RFC 7636 section 4.1 wants 43 to 128 characters. */
const SECRET_LENGTH = 64;

interface SocialStart {
  provider: string;
  callbackURL?: string | undefined;
  newUserCallbackURL?: string | undefined;
  errorCallbackURL?: string | undefined;
  loginHint?: string | undefined;
  /** The session that the provider's account is linked to; a sign-in has none. */
  linkTo?: { userId: string; sessionId: string };
}

/**
 * Starts an authorization code flow with PKCE (RFC 7636) and returns the provider's address. State, nonce and verifier
 * are in the flow's sealed cookie alone. Throws `PROVIDER_NOT_FOUND`, `SERVICE_UNAVAILABLE`.
 */
export async function startSocial(
  ctx: UserContext,
  start: SocialStart,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const found = await findProviderClient(ctx, start.provider);
  if (!found) throw new SignInError("PROVIDER_NOT_FOUND");
  const { provider, client } = found;
  const secrets = makeSecrets(ctx);
  const request = { ...secrets, loginHint: start.loginHint };
  const url = await ctx.signIn.identityProviders.authorizationUrl(provider, client, request).catch((error: unknown) => {
    if (!isSocialFailure(error)) throw error;
    throw new SignInError("SERVICE_UNAVAILABLE", { message: "The provider does not answer. Please try again later." });
  });
  const { cookie } = await startFlow(ctx, {
    kind: "social",
    userId: start.linkTo?.userId ?? null,
    data: {
      provider,
      stateHash: hashState(secrets.state),
      mode: start.linkTo ? "link" : "sign-in",
      sessionId: start.linkTo?.sessionId ?? null,
      callbackURL: start.callbackURL ?? null,
      newUserCallbackURL: start.newUserCallbackURL ?? null,
      errorCallbackURL: start.errorCallbackURL ?? null,
    },
    secrets,
    lifetimeSeconds: FLOW_SECONDS,
  });
  return { url, cookie };
}

export function makeSecrets({ random }: Pick<SignInContext, "random">): AuthorizationSecrets & Record<string, string> {
  const secret = () => randomBase62(SECRET_LENGTH, random);
  return { state: secret(), nonce: secret(), verifier: secret() };
}
