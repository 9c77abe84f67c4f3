"use client";

import { useAuthContext } from "./auth-provider";
import type { MessageKey } from "./messages/en";
import { fillIn } from "./messages/fill-in";

export type Text = (key: MessageKey, values?: Readonly<Record<string, string>>) => string;

/** Returns a function that looks up texts in the language of the provider. */
export function useText(): Text {
  const { messages } = useAuthContext();
  return (key, values) => fillIn(messages[key], values);
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  discord: "Discord",
  microsoft: "Microsoft",
  konnos: "Konnos",
};

export function providerName(provider: string): string {
  return PROVIDER_NAMES[provider] ?? provider;
}
