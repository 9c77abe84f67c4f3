import type { AuthorizationResponse, ProviderProfile } from "@/lib/core/ports/identity-providers";
import { isSocialFailure, SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { type Flow, takeFlow } from "../flow/flow";
import { leadOn, leadSignedInOn, resolveAddress } from "../flow/lead-on";
import { isWithinAddressLimit } from "../flow/limits";
import { onwardQuery } from "../flow/onward";
import { failedAddress, keepOutcome } from "../flow/outcome";
import { SignInResult } from "../result";
import type { SocialCallback } from "./callback";
import { linkToUser } from "./link-to-user";
import { findProviderClient } from "./provider-client";
import { signInByProfile } from "./sign-in-by-profile";
import { findFlowOfState, isStateOf } from "./state";
import { finishTrial } from "./trial/finish";

interface SocialAddresses {
  callbackURL: string | null;
  newUserCallbackURL: string | null;
  errorCallbackURL: string | null;
}

const NO_ADDRESSES: SocialAddresses = { callbackURL: null, newUserCallbackURL: null, errorCallbackURL: null };

/** Ends a flow where the provider returns the browser, which always goes on to an address, with `error` on failure. */
export async function finishSocial(ctx: UserContext, callback: SocialCallback): Promise<SignInResult<null>> {
  const tried = await finishTrial(ctx, callback);
  if (tried) return tried;
  try {
    await requireMatchingFlow(ctx, callback);
  } catch (error) {
    return refuse(ctx, null, callback, error);
  }
  const { state = "" } = callback;
  const { flow, cookies } = await takeFlow(ctx, "social", (each) => isStateOf(each, state));
  try {
    const finished = await finish(ctx, flow, callback);
    return finished.with(null, { cookies });
  } catch (error) {
    const refused = await refuse(ctx, flow, callback, error);
    return refused.with(null, { cookies });
  }
}

/** Throws for a callback of another browser's flow, which stays as it is. */
async function requireMatchingFlow(ctx: UserContext, { state, provider }: SocialCallback): Promise<void> {
  if (!state) throw new SocialFailure("state_not_found");
  const found = await findFlowOfState(ctx, "social", state);
  if (found.data.provider !== provider) throw new SocialFailure("state_mismatch", { reason: "another_provider" });
}

async function finish(ctx: UserContext, flow: Flow | null, callback: SocialCallback): Promise<SignInResult<unknown>> {
  if (!flow) throw new SocialFailure("state_invalid", { reason: "flow_used_or_expired" });
  const redeemed = await redeem(ctx, flow, callback);
  return flow.data.mode === "link" ? finishLink(ctx, flow, redeemed) : finishSignIn(ctx, flow, redeemed);
}

async function refuse(
  ctx: UserContext,
  flow: Flow | null,
  { provider, state }: SocialCallback,
  error: unknown,
): Promise<SignInResult<null>> {
  const failure = toSocialFailure(error);
  await recordFailure(ctx, flow, provider, failure);
  const { errorCallbackURL, callbackURL } = addressesOf(flow);
  const used = flow === null && state ? ({ kind: "social", secret: state } as const) : null;
  const address = errorCallbackURL ?? failedAddress(ctx, used, onwardQuery(ctx, callbackURL));
  const target = resolveAddress(ctx, address);
  target.searchParams.set("error", failure.code);
  return new SignInResult(null, { redirect: target.href });
}

interface Redeemed {
  provider: string;
  profile: ProviderProfile;
}

async function redeem(ctx: UserContext, flow: Flow, callback: SocialCallback): Promise<Redeemed> {
  const found = await findProviderClient(ctx, callback.provider);
  if (!found) throw new SocialFailure("oauth_provider_not_found", { reason: "provider_disabled" });
  const { state = "", nonce = "", verifier = "" } = flow.secrets;
  const { code, error, iss, user } = callback;
  const response: AuthorizationResponse = { code, error, iss, user, state: callback.state };
  const { provider, client } = found;
  const profile = await ctx.signIn.identityProviders.redeem(provider, client, response, { state, nonce, verifier });
  return { provider, profile };
}

async function finishSignIn(
  ctx: UserContext,
  flow: Flow,
  { provider, profile }: Redeemed,
): Promise<SignInResult<unknown>> {
  const done = await signInByProfile(ctx, provider, profile);
  return leadSignedInOn(ctx, done, addressesOf(flow), { kind: "social", secret: flow.secrets.state ?? "" });
}

async function finishLink(
  ctx: UserContext,
  flow: Flow,
  { provider, profile }: Redeemed,
): Promise<SignInResult<unknown>> {
  const { userId, data, secrets } = flow;
  await linkToUser(ctx, { userId, sessionId: data.sessionId }, provider, profile);
  const onward = leadOn(ctx, addressesOf(flow).callbackURL);
  if (userId !== null) await keepOutcome(ctx, { kind: "social", secret: secrets.state ?? "" }, { userId, ...onward });
  return new SignInResult(null, onward);
}

function addressesOf(flow: Flow | null): SocialAddresses {
  return { ...NO_ADDRESSES, ...(flow?.data as Partial<SocialAddresses> | undefined) };
}

function toSocialFailure(error: unknown): SocialFailure {
  if (isSocialFailure(error)) return error;
  if (error instanceof SignInError && error.code === "BANNED_USER") return new SocialFailure("banned");
  if (error instanceof SignInError && error.code === "SSO_REQUIRED") return new SocialFailure("sso_required");
  throw error;
}

/**
 * Records the refusal. A blocked user's sign-in has its event already; a callback without a flow is rate-limited, since
 * sending one is free.
 */
async function recordFailure(
  ctx: UserContext,
  flow: Flow | null,
  provider: string,
  { code, reason, userId }: SocialFailure,
): Promise<void> {
  if (code === "banned") return;
  if (flow === null && !(await isWithinAddressLimit(ctx, "signInPerAddress"))) return;
  const isLink = flow?.data.mode === "link";
  await recordSecurityEvent(ctx, {
    kind: isLink ? "account.link" : "session.sign_in",
    outcome: "refused",
    userId: flow?.userId ?? userId,
    reason,
    data: { provider: flow === null ? provider.slice(0, 64) : String(flow.data.provider), error: code },
  });
}
