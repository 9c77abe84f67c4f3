export const SOCIAL_PROVIDERS = ["google", "apple", "github", "discord", "microsoft", "konnos"] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: "Google",
  apple: "Apple",
  github: "GitHub",
  discord: "Discord",
  microsoft: "Microsoft",
  konnos: "Konnos",
};

export const CLIENT_AUTHENTICATIONS = ["client_secret_basic", "client_secret_post"] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

/** An OpenID Connect issuer that a project added itself. */
export interface CustomIssuer {
  issuer: string;
  scopes: readonly string[];
  /** `null` takes the value in the issuer's metadata. */
  authentication: ClientAuthentication | null;
}

/** Apple's names for a private key, from which client secrets are made. */
export interface AppleKey {
  teamId: string;
  keyId: string;
}

export interface ProviderClient {
  clientId: string;
  /** The client secret; Apple has a private key in its place, as PEM. */
  clientSecret: string;
  redirectUri: string;
  /** Set where the provider's name is one that the project chose. */
  custom: CustomIssuer | null;
  appleKey: AppleKey | null;
}

export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  /** RFC 7636 section 4.1 defines the code verifier. */
  verifier: string;
}

export interface AuthorizationRequest extends AuthorizationSecrets {
  loginHint: string | undefined;
  prompt?: "login" | undefined;
  /** In seconds (OpenID Connect Core, section 3.1.2.1). */
  maxAge?: number | undefined;
  /** With a space between them. */
  acrValues?: string | undefined;
}

/** A sign-out that the app begins (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export interface EndSessionRequest {
  /** The ID token of the sign-in, which need not hold any more; `null` where it isn't known. */
  idToken: string | null;
  /** The person to sign out, for an issuer that gets no ID token. */
  logoutHint: string;
  postLogoutRedirectUri: string;
  state: string | undefined;
}

export interface AuthorizationResponse {
  code: string | undefined;
  state: string | undefined;
  /** RFC 9207 defines this parameter. */
  iss: string | undefined;
  error: string | undefined;
  /** Apple's JSON with the name, which comes with the first sign-in alone. */
  user?: string | undefined;
}

export interface ProviderProfile {
  /** The subject identifies the person at the provider for ever, which an address does not. */
  subject: string;
  /** The issuer of a provider that the project added itself; `null` for the others, whose name says it. */
  issuer: string | null;
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

/** The subject of an issuer's back-channel logout: a person, one of their sessions, or both. */
export interface LogoutToken {
  subject: string | null;
  sessionId: string | null;
  issuedAt: Date;
}

/** The steps from a provider's response to a profile. They never hold a token. */
export type RedeemStep =
  | { kind: "response_accepted" }
  | { kind: "code_exchanged"; scopes: readonly string[] }
  | { kind: "id_token_verified"; claims: Readonly<Record<string, unknown>> }
  /** The claims are those of the ID token and of the provider's further answers. */
  | { kind: "profile_read"; claims: Readonly<Record<string, unknown>> };

/** The issuer as it writes itself, or the obstacle to its use, in a sentence. */
export type IssuerInspection = { issuer: string } | { problem: string };

/** `provider` is one of `SOCIAL_PROVIDERS`, or the name of the client's own issuer. */
export interface IdentityProviders {
  isAvailable(provider: SocialProvider): boolean;
  /** Asks the issuer for its identity and abilities. */
  inspectIssuer(issuer: string): Promise<IssuerInspection>;
  /** Returns the address at which the browser signs in. Throws `SocialFailure`. */
  authorizationUrl(provider: string, client: ProviderClient, request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges the provider's response for a profile, telling each step. `keepIdToken` is given the ID token, once it has
   * been verified. Throws `SocialFailure`.
   */
  redeem(
    provider: string,
    client: ProviderClient,
    response: AuthorizationResponse,
    secrets: AuthorizationSecrets,
    onStep?: (step: RedeemStep) => void,
    keepIdToken?: (token: string) => void,
  ): Promise<ProviderProfile>;
  /** Returns the address at which the browser signs out; `null` where the issuer has none. Throws `SocialFailure`. */
  endSessionUrl(provider: string, client: ProviderClient, request: EndSessionRequest): Promise<string | null>;
  /** Returns which sessions a logout token ends. Throws `SocialFailure`. */
  verifyLogoutToken(provider: string, client: ProviderClient, token: string, now: Date): Promise<LogoutToken>;
  /** Returns whom the token identifies and when it expires. Throws `SocialFailure`. */
  verifyIdToken(
    provider: string,
    client: ProviderClient,
    handed: HandedIdToken,
  ): Promise<{ profile: ProviderProfile; expiresAt: Date }>;
}
