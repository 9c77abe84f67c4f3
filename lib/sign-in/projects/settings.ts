import { en, type MessageKey } from "@coppice/auth/messages";
import { parse } from "tldts";
import { z } from "zod";
import { LOCALES } from "@/lib/core/locale";
import { isLoopback } from "@/lib/core/loopback";
import { isOneLine } from "@/lib/core/names";
import { Email } from "@/lib/core/user-fields";
import { RealtimeSettings } from "./realtime-settings";
import { TokenClaims } from "./token-claims";

/** An exact origin: scheme, host and port. http is for localhost alone. */
export const Origin = z
  .url({ protocol: /^https?$/, abort: true, error: "must be an origin such as https://app.example.com" })
  .refine((text) => URL.parse(text)?.origin === text, {
    message: "must be an origin such as https://app.example.com",
    abort: true,
  })
  .refine((text) => isNamedHost(URL.parse(text)?.hostname ?? ""), {
    message: "must name one host, without a wildcard",
    abort: true,
  })
  .refine((text) => text.startsWith("https://") || isLoopback(URL.parse(text)?.hostname ?? ""), {
    message: "must use https, except on localhost",
  });

/** An exact address without wildcard, credentials or fragment. */
const RedirectAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => text === URL.parse(text)?.href || text === URL.parse(text)?.origin, "must be written in full")
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === "" && url.password === "" && !/[#*]/.test(text);
  }, "must not hold credentials, a fragment or a wildcard");

/** A text on one line, since it is also put into header fields of mails. */
const DisplayText = (maximum: number) =>
  z.string().trim().min(1).max(maximum).refine(isOneLine, "must not hold control characters");

const Seconds = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum);
const DAY = 86_400;

const Limit = z.strictObject({ limit: z.int().min(1).max(10_000), windowSeconds: Seconds(1, DAY) });

const PasswordPolicy = z.strictObject({
  minLength: z.int().min(8).max(128).default(8),
  maxLength: z.int().min(64).max(1_024).default(128),
  requireUppercase: z.boolean().default(false),
  requireLowercase: z.boolean().default(false),
  requireDigit: z.boolean().default(false),
  requireSymbol: z.boolean().default(false),
  refuseCommon: z.boolean().default(true),
  /** Refuses passwords of published breaches, where the operator has switched such look-ups on. */
  refuseBreached: z.boolean().default(true),
  /** An older password must be replaced before the next sign-in; `null` sets no limit. */
  maxAgeDays: z.int().min(1).max(3_650).nullable().default(null),
});

const Methods = z.strictObject({
  password: z.boolean().default(true),
  /** Whether a person without an account can create one, by any method. */
  signUp: z.boolean().default(true),
  magicLink: z.boolean().default(true),
  emailOtp: z.boolean().default(true),
  passkey: z.boolean().default(true),
  twoFactor: z.boolean().default(true),
  /** Whether a device without a browser signs in by a code that its user types on the hosted page. */
  deviceCode: z.boolean().default(false),
  /** Lets automated tests sign in test users past limits and second factors. */
  testTokens: z.boolean().default(false),
});

const Session = z.strictObject({
  lifetimeSeconds: Seconds(300, 400 * DAY).default(7 * DAY),
  /** A session that is used is prolonged at most this often. */
  refreshAfterSeconds: Seconds(60, 30 * DAY).default(DAY),
  /** A session ends this long after the sign-in, however much it is used. */
  absoluteLifetimeSeconds: Seconds(300, 400 * DAY).default(90 * DAY),
  /** Without "remember me" the cookie ends with the browser, and the session after this long. */
  unrememberedSeconds: Seconds(300, 30 * DAY).default(DAY),
  /** Sensitive changes, such as adding a passkey, require a proof of the user that is not older than this. */
  freshSeconds: Seconds(60, DAY).default(600),
  /** A user's oldest sessions end when they have more. */
  perUser: z.int().min(1).max(10_000).default(100),
});

const Passkeys = z.strictObject({
  /** The domain that passkeys are made for, the app's own or a parent of it; `null` is the service's host. */
  rpId: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain such as example.com")
    .max(253)
    .refine(isNamedDomain, "must be a domain of your own, not an address or a suffix that strangers share")
    .nullable()
    .default(null),
  /** `required` asks for fingerprint, face or PIN each time; without it a passkey is one factor. */
  userVerification: z.enum(["required", "preferred"]).default("preferred"),
  perUser: z.int().min(1).max(100).default(20),
});

const TwoFactor = z.strictObject({
  /** The name in the authenticator app; `null` is the project's name. */
  issuer: DisplayText(64).nullable().default(null),
  /** A browser trusted after a second factor is not asked again for this long; 0 switches it off. */
  trustedDeviceDays: z.int().min(0).max(365).default(30),
});

const Sender = z.strictObject({
  /** Display name of the mails' sender; `null` is the project's name. */
  name: DisplayText(64).nullable().default(null),
  /** The part before the @ where the project's own domain sends. */
  localPart: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/, "must be like no-reply")
    .default("no-reply"),
  replyTo: Email.nullable().default(null),
});

const WebAddress = z.url({ protocol: /^https?$/ }).max(2_048);

const MESSAGE_KEYS = Object.keys(en) as [MessageKey, ...MessageKey[]];

const Brand = z.strictObject({
  /** `null` is the project's name. */
  name: DisplayText(64).nullable().default(null),
  /** The start of the logo's SHA-256, which `set-logo` sets; the logo is served at /auth/<project id>/logo. */
  logo: z
    .string()
    .regex(/^[0-9a-f]{16}$/, "is set with the logo itself")
    .nullable()
    .default(null),
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "must be like #1f6feb")
    .default("#1f6feb"),
  /** In pixels. */
  radius: z.int().min(0).max(24).default(6),
  appearance: z.enum(["system", "light", "dark"]).default("system"),
  termsUrl: WebAddress.nullable().default(null),
  privacyUrl: WebAddress.nullable().default(null),
  /** Texts in place of the components' own, by language and name (packages/client/src/react/messages/en.ts). */
  texts: z.partialRecord(z.enum(LOCALES), z.partialRecord(z.enum(MESSAGE_KEYS), DisplayText(500))).default({}),
});

const Token = z.strictObject({
  algorithm: z.enum(["EdDSA", "ES256", "RS256"]).default("EdDSA"),
  lifetimeSeconds: Seconds(30, 3_600).default(300),
  /** Sends a JWT with every get-session, which costs a signature each. */
  inSessionHeader: z.boolean().default(false),
  /** A claim that is given as `null` is left out again. */
  claims: TokenClaims.prefault({}),
});

const Limits = z.strictObject({
  signInPerAddress: Limit.default({ limit: 10, windowSeconds: 60 }),
  wrongPerAccount: Limit.default({ limit: 5, windowSeconds: 900 }),
  signUpPerAddress: Limit.default({ limit: 5, windowSeconds: 60 }),
  /** A page that offers passkeys in its form starts a ceremony each time it is shown. */
  passkeyStartPerAddress: Limit.default({ limit: 60, windowSeconds: 60 }),
  /** A whole company comes from one address, and its provider checks the passwords. */
  ssoPerAddress: Limit.default({ limit: 600, windowSeconds: 60 }),
  secondFactorPerAddress: Limit.default({ limit: 10, windowSeconds: 60 }),
  /** There are 25 billion codes, each for ten minutes. */
  userCodePerAddress: Limit.default({ limit: 10, windowSeconds: 60 }),
  wrongSecondFactor: Limit.default({ limit: 10, windowSeconds: 900 }),
  mailPerAddress: Limit.default({ limit: 20, windowSeconds: 60 }),
  mailInterval: Limit.default({ limit: 1, windowSeconds: 30 }),
  mailPerMailbox: Limit.default({ limit: 5, windowSeconds: 3_600 }),
  /** There are a million codes, so a day of guessing succeeds less than once in ten thousand. */
  mailedCodesPerMailbox: Limit.default({ limit: 60, windowSeconds: DAY }),
});

/** Organisations of end users, such as the teams of an app's customers. */
const Organizations = z.strictObject({
  enabled: z.boolean().default(false),
  /** `server` leaves creation to the app's own servers. */
  creation: z.enum(["everyone", "server"]).default("everyone"),
  /** A user who is a member of as many creates no more. */
  perUser: z.int().min(1).max(1_000).default(10),
  /** The most members that an organisation can have. */
  perOrganization: z.int().min(1).max(10_000).default(100),
  invitationSeconds: Seconds(3_600, 30 * DAY).default(2 * DAY),
});

const Events = z.strictObject({
  retentionDays: z.int().min(1).max(3_650).default(90),
});

export const ProjectSettings = z
  .strictObject({
    methods: Methods.prefault({}),
    requireVerifiedEmail: z.boolean().default(false),
    allowedOrigins: z.array(Origin).max(100).default([]),
    /** The addresses that a sign-in may lead back to; each is of an allowed origin. */
    redirectAddresses: z.array(RedirectAddress).max(100).default([]),
    /** Origins whose pages may frame the hosted pages. */
    frameAncestors: z.array(Origin).max(20).default([]),
    password: PasswordPolicy.prefault({}),
    session: Session.prefault({}),
    token: Token.prefault({}),
    passkeys: Passkeys.prefault({}),
    twoFactor: TwoFactor.prefault({}),
    sender: Sender.prefault({}),
    brand: Brand.prefault({}),
    events: Events.prefault({}),
    organizations: Organizations.prefault({}),
    realtime: RealtimeSettings.prefault({}),
    limits: Limits.prefault({}),
  })
  .superRefine((settings, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const { allowedOrigins, redirectAddresses, password, session } = settings;
    for (const [index, address] of redirectAddresses.entries()) {
      if (!allowedOrigins.includes(URL.parse(address)?.origin ?? "")) {
        refuse(["redirectAddresses", index], "must be of one of the allowed origins");
      }
    }
    if (password.minLength > password.maxLength) refuse(["password", "minLength"], "must not be above maxLength");
    if (session.lifetimeSeconds > session.absoluteLifetimeSeconds) {
      refuse(["session", "lifetimeSeconds"], "must not be above absoluteLifetimeSeconds");
    }
    if (session.refreshAfterSeconds > session.lifetimeSeconds) {
      refuse(["session", "refreshAfterSeconds"], "must not be above lifetimeSeconds");
    }
  });

export const SETTING_KEYS = Object.keys(ProjectSettings.shape) as [keyof ProjectSettings, ...(keyof ProjectSettings)[]];

export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** Refuses wildcards, and suffixes such as `co.uk` or `github.io` that strangers share. */
function isNamedHost(hostname: string): boolean {
  const { isIp, domain } = parse(hostname, { allowPrivateDomains: true, extractHostname: false });
  if (isIp) return true;
  if (!hostname.split(".").every((label) => /^[a-z0-9_-]+$/.test(label))) return false;
  return domain !== null || isLoopback(hostname);
}

function isNamedDomain(hostname: string): boolean {
  return isNamedHost(hostname) && !parse(hostname, { extractHostname: false }).isIp;
}
