/**
 * The JSON of the sign-in wire, `{apiOrigin}/v1/auth-tenant`. Dates are ISO 8601 in UTC with milliseconds. A test
 * compares these types with the service's own schemas.
 */

/**
 * A user of the project.
 *
 * @example
 * const user: User | null | undefined = await auth.getUser();
 */
export interface User {
  /** The user's id, `usr_…`. */
  id: string;
  name: string;
  email: string;
  /** Whether the user has proven that the mailbox is theirs. */
  emailVerified: boolean;
  /** The address of a picture. */
  image: string | null;
  /** Whether a sign-in asks for a second factor. */
  twoFactorEnabled: boolean;
  /** The app's own data about the user, from its servers. Its claims in a token come from here. */
  publicMetadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/**
 * A session in the list of a user's sessions.
 *
 * @example
 * const listed = await auth.sessions.list();
 * if (listed.ok) console.log(listed.sessions.map((session: SessionRecord) => session.userAgent));
 */
export interface SessionRecord {
  id: string;
  /** The name of the session for `sessions.revoke`. It is no secret: the cookie alone has that. */
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
  /** The organisation that the user works in, `uorg_…`; `null` for none. */
  activeOrganizationId: string | null;
}

/**
 * A way of signing in that belongs to the user: a password, or an account of a provider.
 *
 * @example
 * const listed = await auth.account.listAccounts();
 * const google = listed.ok && listed.accounts.find((account: Account) => account.providerId === "google");
 */
export interface Account {
  id: string;
  /** `credential` for the password, else the name of the provider. */
  providerId: string;
  /** The user's id at the provider. */
  accountId: string;
  userId: string;
  /** The scopes that the provider granted. */
  scopes: string[];
  createdAt: string;
  updatedAt: string;
}

/**
 * A passkey of the user.
 *
 * @example
 * const listed = await auth.passkey.list();
 * if (listed.ok) console.log(listed.passkeys.map((passkey: Passkey) => passkey.name));
 */
export interface Passkey {
  id: string;
  name: string | null;
  userId: string;
  /** The credential's id in base64url, as in the browser. */
  credentialID: string;
  /** The public key as a COSE_Key in base64. */
  publicKey: string;
  /** The authenticator's count of signatures, 0 where it keeps none. */
  counter: number;
  /** Whether the passkey is bound to one device or is synchronised. */
  deviceType: "singleDevice" | "multiDevice";
  /** Whether a copy of the passkey exists besides the device. */
  backedUp: boolean;
  /** The ways of reaching the authenticator, separated by commas. */
  transports: string;
  createdAt: string;
  /** The id of the authenticator's model, zeros where it is not revealed. */
  aaguid: string;
}

/**
 * A browser that is not asked for the second factor again for a while.
 *
 * @example
 * const listed = await auth.trustedDevices.list();
 * if (listed.ok) console.log(listed.devices.map((device: TrustedDevice) => device.userAgent));
 */
export interface TrustedDevice {
  id: string;
  /** Whether it is the browser that sent the request. */
  isCurrent: boolean;
  ipAddress: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/**
 * A provider of social sign-in: a known one, or the ID of an OpenID Connect issuer that the project has added.
 *
 * @example
 * const provider: SocialProvider = "github";
 */
export type SocialProvider = "google" | "apple" | "github" | "discord" | "microsoft" | "konnos" | (string & {});

/**
 * The ways of signing in that a project has switched on, and the looks of its pages.
 *
 * @example
 * const methods = await auth.getMethods();
 * if (methods.ok && methods.providers.includes("google")) showGoogle();
 */
export interface Methods {
  /** Which ways of signing in are on. */
  methods: {
    password: boolean;
    signUp: boolean;
    magicLink: boolean;
    emailOtp: boolean;
    passkey: boolean;
    twoFactor: boolean;
    /** Whether a company signs in by its own identity provider. */
    sso: boolean;
  };
  /** The providers that the project has set up. */
  providers: string[];
  /** The labels of their buttons. */
  providerNames: Record<string, string>;
  /** Whether the project has organizations of users, and whether users create them or the app's servers alone. */
  organizations: { enabled: boolean; canCreate: boolean };
  /** The rules for new passwords. */
  passwordPolicy: PasswordPolicy;
  /** The looks of the project's pages and mails. */
  brand: Brand;
}

/**
 * The connection by which a company's people sign in at their own identity provider.
 *
 * @example
 * const found = await auth.signIn.ssoConnection({ email: "ada@acme.example" });
 * if (found.ok && found.connection) show(`Continue with ${found.connection.name}`);
 */
export interface SsoConnection {
  /** The id of the connection, `sso_…`. */
  id: string;
  /** The company's name. */
  name: string;
  /** Whether its people can sign in by it alone. */
  required: boolean;
}

/**
 * The rules that a new password must follow.
 *
 * @example
 * const policy: PasswordPolicy = methods.passwordPolicy;
 */
export interface PasswordPolicy {
  minLength: number;
  maxLength: number;
  requireUppercase: boolean;
  requireLowercase: boolean;
  requireDigit: boolean;
  requireSymbol: boolean;
}

/**
 * The looks of a project.
 *
 * @example
 * const brand: Brand = methods.brand;
 */
export interface Brand {
  name: string;
  logoUrl: string | null;
  /** The colour of buttons and links, `#rrggbb`. */
  accentColor: string;
  /** The colour of text on the accent colour. */
  onAccentColor: string;
  /** The accent colour as text, lightened or darkened until it can be read on white and on `#282d2a`. */
  accentTextColor: { light: string; dark: string };
  /** The radius of corners in pixels. */
  radius: number;
  appearance: "system" | "light" | "dark";
  termsUrl: string | null;
  privacyUrl: string | null;
}
