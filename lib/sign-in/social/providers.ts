import { z } from "zod";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/sign-in/projects/settings";
import { type ProfileReader, readClaims, readDiscordUser, readGitHubUser, readMicrosoftClaims } from "./profiles";

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

interface ProviderData {
  /** `oidc`: an ID token says who it is. `oauth2`: a document of the provider's own does. */
  kind: "oidc" | "oauth2";
  /** `null` where the operator says; without other endpoints than the issuer they are discovered. */
  endpoints: ProviderEndpoints | null;
  scopes: readonly string[];
  /** Whether an ID token for the client may have been got by another of the same owner's, which `azp` names. */
  sharesAudience?: boolean;
  /** The parameter that a hint at the account goes by; `null` when there is none. */
  loginHint: string | null;
  readProfile: ProfileReader;
}

/** Everything there is to know about a provider. The endpoints can be changed by `COPPICE_PROVIDER_ENDPOINTS`. */
export const PROVIDERS: Record<SocialProvider, ProviderData> = {
  google: {
    kind: "oidc",
    endpoints: {
      issuer: "https://accounts.google.com",
      authorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenEndpoint: "https://oauth2.googleapis.com/token",
      jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
    },
    scopes: ["openid", "email", "profile"],
    // An owner's Android and iOS apps have clients of their own, whose tokens are for the site's.
    sharesAudience: true,
    loginHint: "login_hint",
    readProfile: readClaims,
  },
  github: {
    kind: "oauth2",
    endpoints: {
      issuer: "https://github.com/login/oauth",
      authorizationEndpoint: "https://github.com/login/oauth/authorize",
      tokenEndpoint: "https://github.com/login/oauth/access_token",
      userEndpoint: "https://api.github.com/user",
      emailsEndpoint: "https://api.github.com/user/emails",
    },
    scopes: ["read:user", "user:email"],
    loginHint: "login",
    readProfile: readGitHubUser,
  },
  discord: {
    kind: "oauth2",
    endpoints: {
      issuer: "https://discord.com",
      authorizationEndpoint: "https://discord.com/oauth2/authorize",
      tokenEndpoint: "https://discord.com/api/oauth2/token",
      userEndpoint: "https://discord.com/api/users/@me",
    },
    scopes: ["identify", "email"],
    loginHint: null,
    readProfile: readDiscordUser,
  },
  microsoft: {
    kind: "oidc",
    endpoints: {
      issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
      authorizationEndpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
      tokenEndpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
      jwksUri: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
    },
    scopes: ["openid", "email", "profile"],
    loginHint: "login_hint",
    readProfile: readMicrosoftClaims,
  },
  konnos: {
    kind: "oidc",
    endpoints: null,
    scopes: ["openid", "email", "profile"],
    loginHint: "login_hint",
    readProfile: readClaims,
  },
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
      const isDiscovered = PROVIDERS[provider].kind === "oidc" && Object.keys(endpoints).length === 1;
      const missing = NEEDED[provider].filter((name) => endpoints[name] === undefined);
      if (isDiscovered || missing.length === 0) continue;
      context.addIssue({ code: "custom", path: [provider], message: `lacks ${missing.join(", ")}` });
    }
  });
export type ProviderEndpointsByName = z.infer<typeof ProviderEndpointsByName>;
