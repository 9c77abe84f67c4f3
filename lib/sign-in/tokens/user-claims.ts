import type { ProjectSettings } from "../projects/settings";
import type { SessionUser } from "../session-user";
import { customClaims } from "./custom-claims";

/**
 * Returns the claims that a token has about its user, in any session; `null` where the project's own claims are too
 * large.
 */
export function userClaims(settings: ProjectSettings, user: SessionUser): Record<string, unknown> | null {
  const custom = customClaims(settings, user);
  return custom && { ...custom, sub: user.id, email: user.email, email_verified: user.emailVerified };
}
