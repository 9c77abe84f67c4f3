import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { Flow } from "../flows/flow";
import type { SsoProfile } from "./profile";

/** Clocks of identity providers are off by seconds. */
const LEEWAY_MILLISECONDS = 60_000;

/**
 * Requires that the person proved who they are since the sign-in began, where it asked for that. An identity provider
 * that was asked and doesn't say when may have asked nobody. Throws `SocialFailure`.
 */
export function requireReauthentication({ data }: Pick<Flow, "data">, { authenticatedAt }: SsoProfile): void {
  const { reauthenticateFrom } = data;
  if (typeof reauthenticateFrom !== "number") return;
  if (authenticatedAt !== null && authenticatedAt >= reauthenticateFrom - LEEWAY_MILLISECONDS) return;
  throw new SocialFailure("login_required", { reason: "sso_not_reauthenticated" });
}
