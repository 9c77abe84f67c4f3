import type { SocialProvider } from "@/lib/core/ports/identity-providers";
import type { ProviderEndpoints } from "@/lib/core/provider-endpoints";
import { type ProfileReader, readClaims, readDiscordUser, readGitHubUser, readMicrosoftClaims } from "./profiles";

interface ProviderData {
  /** `null` when the operator configures them. With the issuer alone, the others are discovered. */
  endpoints: ProviderEndpoints | null;
  scopes: readonly string[];
  /** Whether another client of the same owner, named in `azp`, may obtain an ID token for this one. */
  sharesAudience?: boolean;
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
