import type { CustomIssuer, ProviderClient, SocialProvider } from "@/lib/core/ports/identity-providers";
import { PROVIDER_KINDS, type ProviderEndpoints } from "@/lib/core/provider-endpoints";
import {
  type ProfileReader,
  readAppleClaims,
  readClaims,
  readDiscordUser,
  readGitHubUser,
  readMicrosoftClaims,
} from "./profiles";

export interface ProviderData {
  /** `null` when the operator configures them. With the issuer alone, the others are discovered. */
  endpoints: ProviderEndpoints | null;
  scopes: readonly string[];
  /** Whether another client of the same owner, named in `azp`, may obtain an ID token for this one. */
  sharesAudience?: boolean;
  /** Apple sends the claims asked for by `scope` in a form alone. */
  responseMode?: "form_post";
  /** The parameter that suggests an account; `null` when there is none. */
  loginHint: string | null;
  readProfile: ProfileReader;
}

/** The providers. `COPPICE_PROVIDER_ENDPOINTS` replaces their endpoints. */
export const PROVIDERS: Record<SocialProvider, ProviderData> = {
  google: {
    endpoints: {
      issuer: "https://accounts.google.com",
      authorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenEndpoint: "https://oauth2.googleapis.com/token",
      jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
    },
    scopes: ["openid", "email", "profile"],
    // The Android and iOS apps of an owner have their own clients, whose tokens are for the site's client.
    sharesAudience: true,
    loginHint: "login_hint",
    readProfile: readClaims,
  },
  apple: {
    endpoints: {
      issuer: "https://appleid.apple.com",
      authorizationEndpoint: "https://appleid.apple.com/auth/authorize",
      tokenEndpoint: "https://appleid.apple.com/auth/token",
      jwksUri: "https://appleid.apple.com/auth/keys",
    },
    scopes: ["openid", "email", "name"],
    responseMode: "form_post",
    loginHint: null,
    readProfile: readAppleClaims,
  },
  github: {
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
    endpoints: null,
    scopes: ["openid", "email", "profile"],
    loginHint: "login_hint",
    readProfile: readClaims,
  },
};

/** Returns the description of the client's provider; `null` for an unknown name. */
export function dataOf(provider: string, { custom }: ProviderClient): (ProviderData & { isOidc: boolean }) | null {
  if (custom) return { ...ofIssuer(custom), isOidc: true };
  const known = Object.entries(PROVIDERS).find(([name]) => name === provider);
  return known ? { ...known[1], isOidc: PROVIDER_KINDS[known[0] as SocialProvider] === "oidc" } : null;
}

function ofIssuer({ issuer, scopes }: CustomIssuer): ProviderData {
  return { endpoints: { issuer }, scopes, loginHint: "login_hint", readProfile: readClaims };
}
