import type { RedeemStep } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { type Flow, takeFlow } from "../flow/flow";
import type { SignInResult } from "../result";
import { findFlowOfState, isStateOf } from "../social/state";
import { type OidcConnection, requireOidcConnection } from "./find-connection";
import type { OidcCallback } from "./oidc/callback";
import { type Claims, profileOfClaims } from "./oidc/profile";
import { refuseSso } from "./outcome";
import type { SsoProfile } from "./profile";
import { signInAndLeadOn } from "./sign-in-and-lead-on";
import { finishOidcTrial } from "./trial/finish";

/**
 * Ends a sign-in by OpenID Connect where the issuer returns the browser that began it, which alone has the flow's cookie
 * with state, nonce and verifier. The browser always goes on to an address, with `error` on failure.
 */
export async function finishOidc(ctx: UserContext, callback: OidcCallback): Promise<SignInResult<unknown>> {
  const tried = await finishOidcTrial(ctx, callback);
  if (tried) return tried;
  const { connectionId } = callback;
  try {
    await requireMatchingFlow(ctx, callback);
  } catch (error) {
    const { state } = callback;
    return refuseSso(ctx, { flow: null, connectionId, used: state ? { kind: "sso", secret: state } : null }, error);
  }
  const { flow, cookies } = await takeFlow(ctx, "sso", (each) => isStateOf(each, callback.state ?? ""));
  let email: string | null = null;
  try {
    if (!flow) throw new SocialFailure("state_invalid", { reason: "flow_used_or_expired" });
    const connection = await requireOidcConnection(ctx, connectionId);
    const { profile, idToken } = await redeem(ctx, connection, flow, callback);
    email = profile.email;
    const finished = await signInAndLeadOn(ctx, connection, flow, profile, idToken);
    return finished.with(null, { cookies });
  } catch (error) {
    const refused = await refuseSso(ctx, { flow, connectionId, email }, error);
    return refused.with(null, { cookies });
  }
}

/** Throws for a callback of another browser's flow or connection: the flow stays as it is. */
async function requireMatchingFlow(ctx: UserContext, { state, connectionId }: OidcCallback): Promise<void> {
  if (!state) throw new SocialFailure("state_not_found");
  const found = await findFlowOfState(ctx, "sso", state);
  if (found.data.connectionId !== connectionId) {
    throw new SocialFailure("state_mismatch", { reason: "another_provider" });
  }
}

async function redeem(
  ctx: UserContext,
  { id, client }: OidcConnection,
  { secrets }: Flow,
  { code, state, iss, error }: OidcCallback,
): Promise<{ profile: SsoProfile; idToken: string | null }> {
  let idToken: string | null = null;
  let claims: Claims = {};
  let signed: Claims = {};
  const expected = { state: secrets.state ?? "", nonce: secrets.nonce ?? "", verifier: secrets.verifier ?? "" };
  const response = { code, state, iss, error };
  const note = (step: RedeemStep) => {
    if (step.kind === "id_token_verified") signed = step.claims;
    if (step.kind === "profile_read") claims = step.claims;
  };
  const { identityProviders } = ctx.signIn;
  const profile = await identityProviders.redeem(id, client, response, expected, note, (token) => {
    idToken = token;
  });
  return { profile: profileOfClaims(profile, { claims, signed }, client), idToken };
}
