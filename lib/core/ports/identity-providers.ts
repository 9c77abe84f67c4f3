export const SOCIAL_PROVIDERS = ["google", "github", "discord", "microsoft", "konnos"] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export interface ProviderClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  /** RFC 7636 section 4.1 defines the code verifier. */
  verifier: string;
}

export interface AuthorizationResponse {
  code: string | undefined;
  state: string | undefined;
  /** RFC 9207 defines this parameter. */
  iss: string | undefined;
  error: string | undefined;
}

export interface ProviderProfile {
  /** The subject identifies the person at the provider for ever, which an address does not. */
  subject: string;
  /** The address is `null` when there is none, or none that the provider vouches for. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  image: string | null;
  scopes: string[];
}

export interface HandedIdToken {
  token: string;
  /** The token must carry this nonce where the app asked for one. */
  nonce: string | undefined;
  accessToken: string | undefined;
}

export interface IdentityProviders {
  isAvailable(provider: SocialProvider): boolean;
  /** Returns the address at which the browser signs in. Throws `SocialFailure`. */
  authorizationUrl(
    provider: SocialProvider,
    client: ProviderClient,
    request: AuthorizationSecrets & { loginHint: string | undefined },
  ): Promise<string>;
  /** Exchanges the provider's response for a profile. Throws `SocialFailure`. */
  redeem(
    provider: SocialProvider,
    client: ProviderClient,
    response: AuthorizationResponse,
    secrets: AuthorizationSecrets,
  ): Promise<ProviderProfile>;
  /** Returns whom the token identifies and when it expires. Throws `SocialFailure`. */
  verifyIdToken(
    provider: SocialProvider,
    client: ProviderClient,
    handed: HandedIdToken,
  ): Promise<{ profile: ProviderProfile; expiresAt: Date }>;
}
