import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { Flow, FlowData } from "../flow/flow";
import type { SsoProfile } from "./profile";

/** Clocks of identity providers are off by seconds. */
const LEEWAY_MILLISECONDS = 60_000;

/**
 * Requires that the person proved who they are as late as the app wants it, and in one of the ways that it named, where it
 * asked for that. An identity provider that doesn't say so may have asked nobody. Throws `SocialFailure`.
 */
export function requireProof(flow: Pick<Flow, "data">, profile: SsoProfile): void {
  requireWay(flow.data, profile);
  requireReauthentication(flow, profile);
}

function requireWay({ acrValues }: FlowData, { acr }: SsoProfile): void {
  if (typeof acrValues !== "string" || acrValues === "") return;
  if (acr !== null && acrValues.split(" ").includes(acr)) return;
  throw new SocialFailure("interaction_required", {
    reason: "sso_other_proof",
    detail: `It was: ${acr ?? "not told"}.`,
  });
}

/** Returns whether the person proved who they are as late as the app wants it, which holds for any time by default. */
export function isRecentEnough({ data: { reauthenticateFrom } }: Pick<Flow, "data">, profile: SsoProfile): boolean {
  const { authenticatedAt } = profile;
  if (typeof reauthenticateFrom !== "number") return true;
  return authenticatedAt !== null && authenticatedAt >= reauthenticateFrom - LEEWAY_MILLISECONDS;
}

function requireReauthentication(flow: Pick<Flow, "data">, profile: SsoProfile): void {
  if (isRecentEnough(flow, profile)) return;
  throw new SocialFailure("login_required", { reason: "sso_not_reauthenticated" });
}
