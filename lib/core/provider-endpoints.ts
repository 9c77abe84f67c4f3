import { z } from "zod";
import { SOCIAL_PROVIDERS, type SocialProvider } from "./ports/identity-providers";

const Address = z.url({ protocol: /^https?$/ });

/** Where a provider is. `issuer` may hold `{tenantid}`, as Microsoft's does: each tenant is an issuer of its own. */
const ProviderEndpoints = z.strictObject({
  issuer: Address,
  authorizationEndpoint: Address.optional(),
  tokenEndpoint: Address.optional(),
  jwksUri: Address.optional(),
  /** Tells who the access token is for, in the provider's own shape. */
  userEndpoint: Address.optional(),
  /** GitHub's list of addresses, of which the user document shows one that need not be verified. */
  emailsEndpoint: Address.optional(),
});
export type ProviderEndpoints = z.infer<typeof ProviderEndpoints>;

/** `oidc`: an ID token describes the user. `oauth2`: a document in the provider's own shape does. */
export const PROVIDER_KINDS: Record<SocialProvider, "oidc" | "oauth2"> = {
  google: "oidc",
  github: "oauth2",
  discord: "oauth2",
  microsoft: "oidc",
  konnos: "oidc",
};

/** What a provider that is described anew must have beside its issuer. */
const NEEDED: Record<SocialProvider, readonly (keyof ProviderEndpoints)[]> = {
  google: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
  github: ["authorizationEndpoint", "tokenEndpoint", "userEndpoint", "emailsEndpoint"],
  discord: ["authorizationEndpoint", "tokenEndpoint", "userEndpoint"],
  microsoft: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
  konnos: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
};

/** Endpoints in the place of those above. A provider that is named is described in full, or discovered by its issuer. */
export const ProviderEndpointsByName = z
  .partialRecord(z.enum(SOCIAL_PROVIDERS), ProviderEndpoints)
  .superRefine((byName, context) => {
    for (const provider of SOCIAL_PROVIDERS) {
      const endpoints = byName[provider];
      if (!endpoints) continue;
      const isDiscovered = PROVIDER_KINDS[provider] === "oidc" && Object.keys(endpoints).length === 1;
      const missing = NEEDED[provider].filter((name) => endpoints[name] === undefined);
      if (isDiscovered || missing.length === 0) continue;
      context.addIssue({ code: "custom", path: [provider], message: `lacks ${missing.join(", ")}` });
    }
  });
export type ProviderEndpointsByName = z.infer<typeof ProviderEndpointsByName>;
