"use client";

import { useAuthContext } from "./auth-provider";
import type { MessageKey } from "./messages/en";
import { fillIn } from "./messages/fill-in";
import type { OrganizationMessageKey } from "./messages/organizations/en";
import { useProject } from "./use-project";

export type Text = (key: MessageKey | OrganizationMessageKey, values?: Readonly<Record<string, string>>) => string;

/** Returns a function that looks up texts in the language of the provider. */
export function useText(): Text {
  const { messages } = useAuthContext();
  return (key, values) => fillIn(messages[key] ?? key, values);
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: "Google",
  apple: "Apple",
  github: "GitHub",
  discord: "Discord",
  microsoft: "Microsoft",
  konnos: "Konnos",
};

/** Returns a function that names providers as the project does. */
export function useProviderName(): (provider: string) => string {
  const { project } = useProject();
  return (provider) => project?.providerNames?.[provider] ?? PROVIDER_NAMES[provider] ?? provider;
}
