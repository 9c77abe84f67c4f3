/**
 * The shapes of the sign-in wire, `{apiOrigin}/v1/auth-tenant`. Dates are ISO 8601 in UTC with milliseconds.
 * The service's own schemas are held against these by a test.
 */

/**
 * A user of the project.
 *
 * @example
 * const user: User | null = await auth.getUser();
 */
export interface User {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  twoFactorEnabled: boolean;
  createdAt: string;
  updatedAt: string;
}

/**
 * A session as the service lists it.
 *
 * @example
 * const listed = await auth.sessions.list();
 * if (listed.ok) console.log(listed.sessions.map((session: SessionRecord) => session.userAgent));
 */
export interface SessionRecord {
  id: string;
  /** Names the session for `sessions.revoke`. It opens nothing: the secret is in the cookie alone. */
  token: string;
  userId: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string;
  userAgent: string;
}

/**
 * A way in that belongs to the user: `credential` is the password, others are named after their provider.
 *
 * @example
 * const listed = await auth.account.listAccounts();
 * const google = listed.ok && listed.accounts.find((account: Account) => account.providerId === "google");
 */
export interface Account {
  id: string;
  providerId: string;
  accountId: string;
  userId: string;
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
  /** Base64url, as the browser names it. */
  credentialID: string;
  /** COSE_Key, base64. */
  publicKey: string;
  counter: number;
  deviceType: "singleDevice" | "multiDevice";
  backedUp: boolean;
  /** Joined by commas. */
  transports: string;
  createdAt: string;
  /** The model of the authenticator, zeros where it does not say. */
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
  /** Whether it is the browser that asks. */
  isCurrent: boolean;
  ipAddress: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/**
 * The providers of social sign-in that the service knows.
 *
 * @example
 * const provider: SocialProvider = "github";
 */
export type SocialProvider = "google" | "github" | "discord" | "microsoft" | "konnos";

/**
 * What a project has switched on, and how its pages look.
 *
 * @example
 * const methods = await auth.getMethods();
 * if (methods.ok && methods.providers.includes("google")) showGoogle();
 */
export interface Methods {
  methods: {
    password: boolean;
    signUp: boolean;
    magicLink: boolean;
    emailOtp: boolean;
    passkey: boolean;
    twoFactor: boolean;
  };
  providers: SocialProvider[];
  passwordPolicy: PasswordPolicy;
  brand: Brand;
}

/**
 * What a new password must be like.
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
 * How a project presents itself.
 *
 * @example
 * const brand: Brand = methods.brand;
 */
export interface Brand {
  name: string;
  logoUrl: string | null;
  accentColor: string;
  /** In pixels. */
  radius: number;
  appearance: "system" | "light" | "dark";
  termsUrl: string | null;
  privacyUrl: string | null;
}
