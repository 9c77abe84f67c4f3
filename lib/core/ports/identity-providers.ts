export const SOCIAL_PROVIDERS = ["google", "github", "discord", "microsoft", "konnos"] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** A project's client at a provider. */
export interface ProviderClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** What belongs to one sign-in and is known to its browser alone. */
export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  /** RFC 7636 section 4.1. */
  verifier: string;
}

/** The parameters a provider returns the browser with. */
export interface AuthorizationResponse {
  code: string | undefined;
  state: string | undefined;
  /** RFC 9207. */
  iss: string | undefined;
  error: string | undefined;
}

/** Who a provider says has signed in. */
export interface ProviderProfile {
  /** Names the person at the provider for ever; an address does not. */
  subject: string;
  /** `null` when there is none, or none the provider stands for. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  image: string | null;
  scopes: string[];
}

/** An ID token that an app got from the provider by itself. */
export interface HandedIdToken {
  token: string;
  /** What the token's own must be, where the app asked for one. */
  nonce: string | undefined;
  /** Asks the provider for what the token does not tell of the same person. */
  accessToken: string | undefined;
}

/** The providers people sign in by. */
export interface IdentityProviders {
  /** Whether the operator has said where the provider is. */
  isAvailable(provider: SocialProvider): boolean;
  /** Where the browser is sent to sign in. Throws `SocialFailure`. */
  authorizationUrl(
    provider: SocialProvider,
    client: ProviderClient,
    request: AuthorizationSecrets & { loginHint: string | undefined },
  ): Promise<string>;
  /** Redeems what the provider returned with. Throws `SocialFailure`. */
  redeem(
    provider: SocialProvider,
    client: ProviderClient,
    response: AuthorizationResponse,
    secrets: AuthorizationSecrets,
  ): Promise<ProviderProfile>;
  /** Who the token speaks of, and until when it is good. Throws `SocialFailure`. */
  verifyIdToken(
    provider: SocialProvider,
    client: ProviderClient,
    handed: HandedIdToken,
  ): Promise<{ profile: ProviderProfile; expiresAt: Date }>;
}
