import type { BrowserCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { startFlow } from "../../flow/flow";
import { makeSecrets } from "../../social/start";
import { hashState } from "../../social/state";
import type { OidcConnection } from "../find-connection";
import { FLOW_SECONDS, flowDataOf, type SsoWishes } from "../flow";

/**
 * Starts an authorization code flow with PKCE (RFC 7636). State, nonce and verifier are in the flow's sealed cookie
 * alone, so only this browser can end it. Throws `SocialFailure` where the issuer can't be asked.
 */
export async function startOidc(
  ctx: UserContext,
  { id, client }: OidcConnection,
  wishes: SsoWishes,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const secrets = makeSecrets(ctx);
  const { loginHint, prompt, maxAge, acrValues } = wishes;
  const request = { ...secrets, loginHint, prompt, maxAge, acrValues };
  const url = await ctx.signIn.identityProviders.authorizationUrl(id, client, request);
  const data = { ...flowDataOf(ctx, id, wishes), stateHash: hashState(secrets.state) };
  const { cookie } = await startFlow(ctx, { kind: "sso", data, secrets, lifetimeSeconds: FLOW_SECONDS });
  return { url, cookie };
}
