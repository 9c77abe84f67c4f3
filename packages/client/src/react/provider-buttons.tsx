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

/**
 * Links to the providers. Where a page gives their address, they need no scripts. They are no forms, since the
 * `form-action` of a policy holds for redirects too and would have to name every provider (CSP Level 3).
 */
export function ProviderButtons({ providers, redirectTo, action }: ProviderButtonsProps): ReactNode {
  const auth = useAuth();
  const text = useText();

  function open(provider: SocialProvider) {
    const here = redirectTo ?? window.location.href;
    window.location.assign(auth.signIn.social({ provider, redirectTo: here }).redirectUrl);
  }

  return (
    <ul data-part="providers">
      {providers.map((provider) => {
        const label = text("signIn.provider", { provider: providerName(provider) });
        const looks = { "data-part": "provider", "data-provider": provider };
        return (
          <li key={provider}>
            {action === undefined ? (
              <button type="button" {...looks} onClick={() => open(provider)}>
                {label}
              </button>
            ) : (
              <a href={addressOf(`${action}/${provider}`, redirectTo)} {...looks}>
                {label}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function addressOf(address: string, redirectTo: string | undefined): string {
  return redirectTo === undefined ? address : `${address}?${new URLSearchParams({ redirect_to: redirectTo })}`;
}
