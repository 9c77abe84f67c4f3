"use client";

import type { Methods, SocialProvider } from "../wire";
import { useProject } from "./use-project";

/** The app's wishes for the panel. */
export interface Wanted {
  providers?: readonly SocialProvider[] | undefined;
  showEmailPassword?: boolean | undefined;
  showMagicLink?: boolean | undefined;
  showPasskey?: boolean | undefined;
  showSignUp?: boolean | undefined;
  showSso?: boolean | undefined;
}

/** The content of the panel. */
export interface Offer {
  providers: readonly SocialProvider[];
  showEmailPassword: boolean;
  showMagicLink: boolean;
  showPasskey: boolean;
  showSignUp: boolean;
  showSso: boolean;
}

/**
 * Returns the methods that the app wants and the project has on. Until the project's answer is there, all but single
 * sign-on counts as on.
 */
export function offerOf(wanted: Wanted, project: Pick<Methods, "methods" | "providers"> | null): Offer {
  const { showEmailPassword = true, showMagicLink = true, showPasskey = true, showSignUp = true } = wanted;
  const { showSso = true } = wanted;
  const on = project?.methods;
  return {
    providers: providersOf(wanted.providers, project?.providers),
    showEmailPassword: showEmailPassword && on?.password !== false,
    showMagicLink: showMagicLink && (on === undefined || on.magicLink || on.emailOtp),
    showPasskey: showPasskey && on?.passkey !== false,
    showSignUp: showSignUp && on?.signUp !== false,
    showSso: showSso && on?.sso === true,
  };
}

/** Returns those that the app wants, in its order; without its word, all that the project has on. */
function providersOf(
  wanted: readonly SocialProvider[] | undefined,
  on: readonly SocialProvider[] | undefined,
): readonly SocialProvider[] {
  if (wanted === undefined) return on ?? [];
  return on === undefined ? wanted : wanted.filter((provider) => on.includes(provider));
}

export function useOffer(wanted: Wanted): Offer {
  return offerOf(wanted, useProject().project);
}
