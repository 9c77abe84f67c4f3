"use client";

import type { ReactNode } from "react";
import type { SocialProvider } from "../wire";
import { useAuth } from "./auth-provider";
import { providerName, useText } from "./use-text";

interface ProviderButtonsProps {
  providers: readonly SocialProvider[];
  redirectTo: string | undefined;
  action: string | undefined;
}

/** Forms, so that a page that gives their address needs no scripts; with scripts the client makes the address. */
export function ProviderButtons({ providers, redirectTo, action }: ProviderButtonsProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  return (
    <ul data-part="providers">
      {providers.map((provider) => (
        <li key={provider}>
          <form
            method="get"
            action={action === undefined ? undefined : `${action}/${provider}`}
            onSubmit={(event) => {
              event.preventDefault();
              const here = redirectTo ?? window.location.href;
              window.location.assign(auth.signIn.social({ provider, redirectTo: here }).redirectUrl);
            }}
          >
            {redirectTo === undefined ? null : <input type="hidden" name="redirect_to" value={redirectTo} />}
            <button type="submit" data-part="provider" data-provider={provider}>
              {text("signIn.provider", { provider: providerName(provider) })}
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
