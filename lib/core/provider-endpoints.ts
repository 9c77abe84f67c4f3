import { z } from "zod";
import { SOCIAL_PROVIDERS, type SocialProvider } from "./ports/identity-providers";

const Address = z.url({ protocol: /^https?$/ });

/** `issuer` may hold `{tenantid}`, as Microsoft's does: each tenant is an issuer of its own. */
const ProviderEndpoints = z.strictObject({
  issuer: Address,
  authorizationEndpoint: Address.optional(),
  tokenEndpoint: Address.optional(),
  jwksUri: Address.optional(),
  userEndpoint: Address.optional(),
  /** GitHub's user document shows one address, which may be unverified, so this lists them all. */
  emailsEndpoint: Address.optional(),
});
export type ProviderEndpoints = z.infer<typeof ProviderEndpoints>;

/** An `oidc` provider describes the user by an ID token, an `oauth2` one by a document in its own format. */
export const PROVIDER_KINDS: Record<SocialProvider, "oidc" | "oauth2"> = {
  google: "oidc",
  apple: "oidc",
  github: "oauth2",
  discord: "oauth2",
  microsoft: "oidc",
  konnos: "oidc",
};

const NEEDED: Record<SocialProvider, readonly (keyof ProviderEndpoints)[]> = {
  google: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
  apple: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
  github: ["authorizationEndpoint", "tokenEndpoint", "userEndpoint", "emailsEndpoint"],
  discord: ["authorizationEndpoint", "tokenEndpoint", "userEndpoint"],
  microsoft: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
  konnos: ["authorizationEndpoint", "tokenEndpoint", "jwksUri"],
};

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
