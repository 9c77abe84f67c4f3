import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { AuthorizationResponse, ProviderProfile, SocialProvider } from "@/lib/core/ports/identity-providers";
import { isSocialFailure, SocialFailure } from "@/lib/core/ports/social-failure";
import { AuthError } from "../auth-errors";
import type { AuthContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { type Flow, findFlow, takeFlow } from "../flows/flow";
import { hostedPageAddress } from "../hosted-page-address";
import { countAddress } from "../limits";
import { linkToUser } from "./link-to-user";
import { findProviderClient } from "./provider-client";
import { signInByProfile } from "./sign-in-by-profile";
import { hashState } from "./start";

/** What a provider may return the browser with, RFC 6749 section 4.1.2; of a parameter given twice the last counts. */
export const SocialCallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});
type SocialCallback = z.infer<typeof SocialCallbackQuery> & { provider: string };

interface SocialAddresses {
  callbackURL: string | null;
  newUserCallbackURL: string | null;
  errorCallbackURL: string | null;
}

const NO_ADDRESSES: SocialAddresses = { callbackURL: null, newUserCallbackURL: null, errorCallbackURL: null };

/**
 * Ends a flow where the provider returns the browser: with a session, a challenge for the second factor, a linked
 * account, or an `error` of `SOCIAL_ERROR_CODES` in the address. Always a redirect.
 */
export async function finishSocial(ctx: AuthContext, callback: SocialCallback): Promise<null> {
  let flow: Flow | null = null;
  try {
    flow = await takeMatchingFlow(ctx, callback);
    const redeemed = await redeem(ctx, flow, callback);
    if (flow.data.mode === "link") await finishLink(ctx, flow, redeemed);
    else await finishSignIn(ctx, flow, redeemed);
  } catch (error) {
    const failure = toSocialFailure(error);
    await recordFailure(ctx, flow, callback.provider, failure);
    const address = addressesOf(flow).errorCallbackURL ?? hostedPageAddress(ctx, ctx.tenant.id, "error");
    const target = resolveAddress(ctx, address);
    target.searchParams.set("error", failure.code);
    ctx.reply.redirect = target.href;
  }
  return null;
}

/** A callback that is not of this browser's flow leaves the flow alone; of several that are, one gets it. */
async function takeMatchingFlow(ctx: AuthContext, { state, provider }: SocialCallback): Promise<Flow> {
  if (!state) throw new SocialFailure("state_not_found");
  const found = await findFlow(ctx, "social");
  if (!found) throw new SocialFailure("state_mismatch", { reason: "no_flow_in_this_browser" });
  if (!isEqual(hashState(state), String(found.data.stateHash))) throw new SocialFailure("state_mismatch");
  if (found.data.provider !== provider) throw new SocialFailure("state_mismatch", { reason: "another_provider" });
  const flow = await takeFlow(ctx, "social");
  if (!flow) throw new SocialFailure("state_invalid", { reason: "flow_used_or_expired" });
  return flow;
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

interface Redeemed {
  provider: SocialProvider;
  profile: ProviderProfile;
}

async function redeem(ctx: AuthContext, flow: Flow, callback: SocialCallback): Promise<Redeemed> {
  const found = await findProviderClient(ctx, callback.provider);
  if (!found) throw new SocialFailure("oauth_provider_not_found", { reason: "provider_disabled" });
  const { state = "", nonce = "", verifier = "" } = flow.secrets;
  const { code, error, iss } = callback;
  const response: AuthorizationResponse = { code, error, iss, state: callback.state };
  const { provider, client } = found;
  const profile = await ctx.auth.identityProviders.redeem(provider, client, response, { state, nonce, verifier });
  return { provider, profile };
}

async function finishSignIn(ctx: AuthContext, flow: Flow, { provider, profile }: Redeemed): Promise<void> {
  const { isNewUser, outcome } = await signInByProfile(ctx, provider, profile);
  const { callbackURL, newUserCallbackURL } = addressesOf(flow);
  const wanted = (isNewUser ? newUserCallbackURL : null) ?? callbackURL;
  if ("twoFactorRedirect" in outcome) {
    const page = new URL(hostedPageAddress(ctx, ctx.tenant.id, "two-factor"));
    if (wanted !== null) page.searchParams.set("redirect_to", wanted);
    ctx.reply.redirect = page.href;
    return;
  }
  leadOn(ctx, wanted);
}

async function finishLink(ctx: AuthContext, flow: Flow, { provider, profile }: Redeemed): Promise<void> {
  await linkToUser(ctx, { userId: flow.userId, sessionId: flow.data.sessionId }, provider, profile);
  leadOn(ctx, addressesOf(flow).callbackURL);
}

/**
 * A redirect that began at the provider carries no Strict cookie, so the service's own pages would find nobody signed
 * in: they are led to from a page of ours.
 */
function leadOn(ctx: AuthContext, address: string | null): void {
  const target = resolveAddress(ctx, address ?? hostedPageAddress(ctx, ctx.tenant.id, "account"));
  if (target.origin === ctx.baseUrl) ctx.reply.continueTo = target.href;
  else ctx.reply.redirect = target.href;
}

/** A path is one of the app's. */
function resolveAddress(ctx: AuthContext, address: string): URL {
  return new URL(address, ctx.tenant.settings.allowedOrigins[0] ?? ctx.baseUrl);
}

function addressesOf(flow: Flow | null): SocialAddresses {
  return { ...NO_ADDRESSES, ...(flow?.data as Partial<SocialAddresses> | undefined) };
}

function toSocialFailure(error: unknown): SocialFailure {
  if (isSocialFailure(error)) return error;
  if (error instanceof AuthError && error.code === "BANNED_USER") return new SocialFailure("banned");
  throw error;
}

async function isWithinLimit(ctx: AuthContext): Promise<boolean> {
  try {
    await countAddress(ctx, "signInPerAddress");
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

/** A blocked user's sign-in has left its event already. What belongs to no flow costs the caller nothing, so it is limited. */
async function recordFailure(
  ctx: AuthContext,
  flow: Flow | null,
  provider: string,
  { code, reason, userId }: SocialFailure,
): Promise<void> {
  ctx.reply.cookie = undefined;
  if (code === "banned") return;
  if (flow === null && !(await isWithinLimit(ctx))) return;
  const isLink = flow?.data.mode === "link";
  await recordSecurityEvent(ctx, {
    kind: isLink ? "account.link" : "session.sign_in",
    outcome: "refused",
    userId: flow?.userId ?? userId,
    reason,
    data: { provider: flow === null ? provider.slice(0, 64) : String(flow.data.provider), error: code },
  });
}
