"use client";

import { useEffect, useState } from "react";
import type { Methods, SocialProvider } from "../wire";
import { useAuth } from "./auth-provider";

/** What the app asks the panel for. */
export interface Wanted {
  providers?: readonly SocialProvider[] | undefined;
  showEmailPassword?: boolean | undefined;
  showMagicLink?: boolean | undefined;
  showPasskey?: boolean | undefined;
  showSignUp?: boolean | undefined;
  passwordMinLength?: number | undefined;
}

/** What the panel shows. */
export interface Offer {
  providers: readonly SocialProvider[];
  showEmailPassword: boolean;
  showMagicLink: boolean;
  showPasskey: boolean;
  showSignUp: boolean;
  passwordMinLength: number | undefined;
}

/** Returns what the app wants and the project has on. Until the project's answer is there, everything counts as on. */
export function offerOf(
  wanted: Wanted,
  project: Pick<Methods, "methods" | "providers" | "passwordPolicy"> | null,
): Offer {
  const { showEmailPassword = true, showMagicLink = true, showPasskey = true, showSignUp = true } = wanted;
  const on = project?.methods;
  return {
    providers: wanted.providers ?? project?.providers ?? [],
    showEmailPassword: showEmailPassword && on?.password !== false,
    showMagicLink: showMagicLink && (on === undefined || on.magicLink || on.emailOtp),
    showPasskey: showPasskey && on?.passkey !== false,
    showSignUp: showSignUp && on?.signUp !== false,
    passwordMinLength: wanted.passwordMinLength ?? project?.passwordPolicy.minLength,
  };
}

/** Asks the project what it has on, unless the app has said everything, as the hosted pages do. */
export function useOffer(wanted: Wanted): Offer {
  const auth = useAuth();
  const [project, setProject] = useState<Methods | null>(null);
  const { providers, showEmailPassword, showMagicLink, showPasskey, showSignUp, passwordMinLength } = wanted;
  const all = [providers, showEmailPassword, showMagicLink, showPasskey, showSignUp, passwordMinLength];
  const isSaid = all.every((each) => each !== undefined);
  useEffect(() => {
    if (isSaid) return;
    let isGone = false;
    void auth.getMethods().then((answer) => {
      if (!isGone && answer.ok) setProject(answer);
    });
    return () => {
      isGone = true;
    };
  }, [auth, isSaid]);
  return offerOf(wanted, project);
}
