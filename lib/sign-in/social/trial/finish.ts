import type { ProviderProfile, RedeemStep } from "@/lib/core/ports/identity-providers";
import { isSocialFailure, SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../../context";
import { type Flow, findFlow, takeFlow } from "../../flow/flow";
import { SignInResult } from "../../result";
import type { SocialCallback } from "../callback";
import { isProvenBy, matchUser } from "../match-user";
import { findAnyProviderClient, type ProjectClient } from "../provider-client";
import { isStateOf } from "../state";
import { adviceOn } from "./advice";
import { describeClaims } from "./claims";
import { keepReport } from "./report";
import type { ProviderTrial, TrialOutcome } from "./resource";
import { emptyReport } from "./start";

/**
 * Ends the trial of a member whose browser comes back from a provider, and leads to its report. Returns `null` for
 * every other callback: of a sign-in, of another browser, of a trial or a session that has ended, of a provider that is
 * gone.
 */
export async function finishTrial(ctx: UserContext, callback: SocialCallback): Promise<SignInResult<null> | null> {
  const { state } = callback;
  if (!state) return null;
  const isOfState = (each: Flow) => isStateOf(each, state);
  const waiting = await findFlow(ctx, "provider-trial", isOfState);
  if (!waiting || !(await isSignedIn(ctx, waiting))) return null;
  const where = { projectId: ctx.project.id, provider: String(waiting.data.provider) };
  const found = await findAnyProviderClient(ctx, where);
  const { flow, cookies } = await takeFlow(ctx, "provider-trial", isOfState);
  if (!flow || !found) return null;
  const place = { organisationId: String(flow.data.organisationId), sessionId: String(flow.data.sessionId) };
  const report = await tryProvider(ctx, flow, callback, found);
  const continueTo = await keepReport(ctx, { ...place, projectId: ctx.project.id }, report);
  return new SignInResult(null, { continueTo, cookies });
}

/** The dashboard's Strict cookie does not travel with the provider's redirect, so the flow names the session. */
async function isSignedIn(ctx: UserContext, { data }: Flow): Promise<boolean> {
  const where = { id: String(data.sessionId), expiresAt: { gt: ctx.clock.now() }, user: { bannedAt: null } };
  return (await ctx.db.session.count({ where })) === 1;
}

async function tryProvider(
  ctx: UserContext,
  flow: Flow,
  callback: SocialCallback,
  found: ProjectClient,
): Promise<ProviderTrial> {
  const { provider } = found;
  const { endpoint, scopes } = flow.data;
  const requestedScopes = String(scopes).split(" ").filter(Boolean);
  const report: ProviderTrial = { ...emptyReport(found), endpoint: String(endpoint), requestedScopes };
  report.passed.push("redirect");
  try {
    if (callback.provider !== provider) throw new SocialFailure("state_mismatch", { reason: "another_provider" });
    const profile = await redeem(ctx, flow, callback, found, report);
    const { subject, email, emailVerified, name, image } = profile;
    report.profile = { subject, email, emailVerified, name, image };
    report.outcome = await foresee(ctx, provider, profile);
    report.passed.push("user");
  } catch (error) {
    if (!isSocialFailure(error)) throw error;
    report.failure = describeFailure(report, error, callback);
  }
  return report;
}

async function redeem(
  ctx: UserContext,
  { secrets }: Flow,
  { code, error, iss, user, state }: SocialCallback,
  { provider, client }: ProjectClient,
  report: ProviderTrial,
): Promise<ProviderProfile> {
  const response = { code, error, iss, user, state };
  const { state: expected = "", nonce = "", verifier = "" } = secrets;
  const note = (step: RedeemStep) => {
    report.passed.push(STEPS[step.kind]);
    if (step.kind === "code_exchanged") report.grantedScopes = [...step.scopes];
    if (step.kind === "id_token_verified") report.token = describeToken(step.claims);
    if (step.kind === "profile_read") report.claims = describeClaims(provider, step.claims);
  };
  return ctx.signIn.identityProviders.redeem(provider, client, response, { state: expected, nonce, verifier }, note);
}

const STEPS = {
  response_accepted: "response",
  code_exchanged: "code",
  id_token_verified: "id-token",
  profile_read: "profile",
} as const;

function describeToken({ iss, aud }: Readonly<Record<string, unknown>>): ProviderTrial["token"] {
  return { issuer: String(iss), audience: [aud].flat().join(", ") };
}

function describeFailure(
  report: ProviderTrial,
  failure: SocialFailure,
  { error, error_description }: SocialCallback,
): ProviderTrial["failure"] {
  const isTokenWrong = ["token_refused", "key_of_another_issuer"].includes(failure.reason);
  // The code was exchanged for it.
  if (isTokenWrong && report.isOidc) report.passed.push("code");
  const step = report.steps.find((each) => !report.passed.includes(each)) ?? "user";
  const said =
    step === "response" && error ? [error, error_description].filter(Boolean).join(": ").slice(0, 300) : null;
  const detail = failure.detail ?? said;
  return { step, code: failure.code, detail, advice: adviceOn(failure, report) };
}

/**
 * Returns the effect that a sign-in by this profile would have now, and does nothing. Throws `SocialFailure` as it
 * would.
 */
async function foresee(ctx: UserContext, provider: string, profile: ProviderProfile): Promise<TrialOutcome> {
  const match = await matchUser(ctx, provider, profile);
  const { requireVerifiedEmail, methods } = ctx.project.settings;
  const user = match.kind === "new" ? null : match.user;
  const isVerified = user ? user.emailVerified || isProvenBy(user, profile) : profile.emailVerified;
  if (requireVerifiedEmail && !isVerified) throw new SocialFailure("email_not_verified");
  if (user?.bannedAt) throw new SocialFailure("banned");
  const email = match.kind === "new" ? match.email : match.user.email;
  const needsSecondFactor = methods.twoFactor && user?.twoFactorEnabled === true;
  return { kind: match.kind, userId: user?.id ?? null, email, needsSecondFactor };
}
