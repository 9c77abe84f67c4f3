"use client";

import type { ReactNode } from "react";
import type { SocialProvider } from "../wire";
import { useAuth } from "./auth-provider";
import { useProviderName, useText } from "./use-text";

interface ProviderButtonsProps {
  providers: readonly SocialProvider[];
  redirectTo: string | undefined;
  action: string | undefined;
}

/**
 * Links to the providers. On a page that gives their address, they need no scripts. They are no forms, since the
 * `form-action` of a policy holds for redirects too and would have to name every provider (CSP Level 3).
 */
export function ProviderButtons({ providers, redirectTo, action }: ProviderButtonsProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const providerName = useProviderName();

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
                <Logo provider={provider} />
                {label}
              </button>
            ) : (
              <a href={addressOf(`${action}/${provider}`, redirectTo)} {...looks}>
                <Logo provider={provider} />
                {label}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Apple asks for its logo beside the words. */
function Logo({ provider }: { provider: string }): ReactNode {
  if (provider !== "apple") return null;
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true" data-part="provider-logo">
      <path d="M15.08 6l.24.01c1.43.1 3.43 1.01 4.5 2.59a1 1 0 0 1-.34 1.44c-.05.03-.37.16-.5.22a4.15 4.15 0 0 0-.72.43c-.61.46-.95 1-.94 1.69.01.89.34 1.46.91 1.85.2.14.43.25.66.33.13.04.43.11.44.12a1 1 0 0 1 .66.94c0 2.62-3.04 6.38-5.28 6.38-.79 0-1.27-.09-1.98-.31l-.1-.03c-.46-.15-.7-.19-1.13-.19-.52 0-.86.06-1.52.23l-.2.06c-.57.15-.96.22-1.5.24C5.54 22 3 16.91 3 12.93 3 9.06 4.79 6 8.29 6c.3 0 .6.05.91.13.4.11.77.26 1.29.51.79.37.95.44 1.01.44h.02c.03 0 .13-.05 1.05-.46 1.06-.47 1.87-.69 2.75-.62z" />
      <path d="M14 1a1 1 0 0 1 1 1 3 3 0 0 1-3 3 1 1 0 0 1-1-1 3 3 0 0 1 3-3z" />
    </svg>
  );
}

function addressOf(address: string, redirectTo: string | undefined): string {
  return redirectTo === undefined ? address : `${address}?${new URLSearchParams({ redirect_to: redirectTo })}`;
}
