import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { Flow, FlowData } from "../flows/flow";
import type { SsoProfile } from "./profile";

/** Clocks of identity providers are off by seconds. */
const LEEWAY_MILLISECONDS = 60_000;

/**
 * Requires that the person proved who they are since the sign-in began, and in one of the ways that it named, where it
 * asked for that. An identity provider that doesn't say so may have asked nobody. Throws `SocialFailure`.
 */
export function requireProof({ data }: Pick<Flow, "data">, profile: SsoProfile): void {
  requireWay(data, profile);
  requireReauthentication(data, profile);
}

function requireWay({ acrValues }: FlowData, { acr }: SsoProfile): void {
  if (typeof acrValues !== "string" || acrValues === "") return;
  if (acr !== null && acrValues.split(" ").includes(acr)) return;
  throw new SocialFailure("interaction_required", {
    reason: "sso_other_proof",
    detail: `It was: ${acr ?? "not told"}.`,
  });
}

function requireReauthentication({ reauthenticateFrom }: FlowData, { authenticatedAt }: SsoProfile): void {
  if (typeof reauthenticateFrom !== "number") return;
  if (authenticatedAt !== null && authenticatedAt >= reauthenticateFrom - LEEWAY_MILLISECONDS) return;
  throw new SocialFailure("login_required", { reason: "sso_not_reauthenticated" });
}
