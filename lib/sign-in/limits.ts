import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { RateLimit } from "@/lib/core/ports/rate-limiter";
import { AUTH_LIMITS, type AuthLimitName } from "@/lib/core/rate-limits";
import type { UserContext } from "./context";
import { SignInError } from "./errors";
import { isKnownBrowser } from "./known-browser";
import { reportLock } from "./password/lock-notice";
import { ProjectSettings } from "./projects/settings";

/** All clients share this bucket in development, where no ingress proxy names their addresses. */
const UNKNOWN_ADDRESS = "direct";
const NETWORK_BITS = 64;

/** Returns the key that the address is counted under. One subscriber commonly has a whole /64 of IPv6. */
export function addressBucket(address: string | null): string {
  if (address === null) return UNKNOWN_ADDRESS;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString();
}

export type AddressLimitName = Extract<AuthLimitName, `${string}PerAddress`>;

/** Counts a request of this client address. Throws `TOO_MANY_REQUESTS`. */
export async function countAddress(ctx: UserContext, name: AddressLimitName): Promise<void> {
  const key = `${ctx.project.id}:${addressBucket(ctx.clientAddress)}`;
  const decision = await ctx.rateLimiter.consume(limitOf(ctx, name), key);
  if (!decision.allowed) throw new SignInError("TOO_MANY_REQUESTS", { retryAfterSeconds: decision.resetSeconds });
}

/**
 * Counts an attempt on the address's account before its password is checked, so that concurrent guesses cannot outrun
 * the count. Browsers that the account knows have a count of their own. Returns a function that resets it. Reports the first refused attempt, to the account's owner too. Throws
 * `TOO_MANY_ATTEMPTS`.
 */
export async function countAttempt(ctx: UserContext, email: string): Promise<() => Promise<void>> {
  const limit = limitOf(ctx, "wrongPerAccount");
  const key = mailboxKey(ctx, email);
  const { allowed, used, resetSeconds } = await ctx.rateLimiter.consume(limit, key);
  if (!allowed && used === limit.limit + 1) await reportLock(ctx, email, resetSeconds);
  if (!allowed) throw new SignInError("TOO_MANY_ATTEMPTS", { retryAfterSeconds: resetSeconds });
  return () => ctx.rateLimiter.reset(limit, key);
}

/** Unlocks an account whose user has proven the mailbox. */
export async function forgetAttempts(ctx: UserContext, email: string): Promise<void> {
  for (const isKnown of [true, false]) {
    await ctx.rateLimiter.reset(limitOf(ctx, "wrongPerAccount"), mailboxKey(ctx, email, isKnown));
  }
}

/** Counts a mail to this address. Throws `TOO_MANY_REQUESTS` for too many in an hour or in quick succession. */
export async function countMail(ctx: UserContext, email: string): Promise<void> {
  const retryAfterSeconds = await consumeMail(ctx, email);
  if (retryAfterSeconds !== null) throw new SignInError("TOO_MANY_REQUESTS", { retryAfterSeconds });
}

/** Counts a mail that accompanies another action. Returns `false` when it must not be sent. */
export async function mayMail(ctx: UserContext, email: string): Promise<boolean> {
  return (await consumeMail(ctx, email)) === null;
}

async function consumeMail(ctx: UserContext, email: string): Promise<number | null> {
  for (const name of ["mailInterval", "mailPerMailbox"] as const) {
    const decision = await ctx.rateLimiter.consume(limitOf(ctx, name), mailboxKey(ctx, email));
    if (!decision.allowed) return decision.resetSeconds;
  }
  return null;
}

/** Counts an attempt with a mailed code before it is checked, right or wrong. Throws `TOO_MANY_ATTEMPTS`. */
export async function countMailedCode(ctx: UserContext, email: string): Promise<void> {
  const decision = await ctx.rateLimiter.consume(limitOf(ctx, "mailedCodesPerMailbox"), mailboxKey(ctx, email));
  if (!decision.allowed) throw new SignInError("TOO_MANY_ATTEMPTS", { retryAfterSeconds: decision.resetSeconds });
}

/** Counts a device's code that a user has typed, right or wrong. Throws `TOO_MANY_REQUESTS`. */
export async function countUserCode(ctx: UserContext, userId: string): Promise<void> {
  const decision = await ctx.rateLimiter.consume(limitOf(ctx, "userCodePerAddress"), userId);
  if (!decision.allowed) throw new SignInError("TOO_MANY_REQUESTS", { retryAfterSeconds: decision.resetSeconds });
}

/** Counts a code of a second factor. Returns a function that resets the count. Throws `ACCOUNT_TEMPORARILY_LOCKED`. */
export async function countSecondFactor(ctx: UserContext, userId: string): Promise<() => Promise<void>> {
  const limit = limitOf(ctx, "wrongSecondFactor");
  const decision = await ctx.rateLimiter.consume(limit, userId);
  if (!decision.allowed) {
    throw new SignInError("ACCOUNT_TEMPORARILY_LOCKED", { retryAfterSeconds: decision.resetSeconds });
  }
  return () => ctx.rateLimiter.reset(limit, userId);
}

/**
 * Returns the key that a mailbox is counted under. All browsers that its account knows share another one than the rest of
 * the world, so that strangers neither lock its user out nor gain more than one count by a stolen cookie.
 */
function mailboxKey(ctx: UserContext, email: string, isKnown = isKnownBrowser(ctx, email)): string {
  const mailbox = createHash("sha256").update(email).digest("base64url");
  return `${ctx.project.id}:${mailbox}${isKnown ? ":known" : ""}`;
}

const DEFAULTS = ProjectSettings.parse({}).limits;
/** The limits that a developer meets who tries sign-in by hand; the limits on guesses are not among them. */
const LENIENT: ReadonlySet<AuthLimitName> = new Set([
  ...(["signInPerAddress", "signUpPerAddress", "passkeyStartPerAddress", "secondFactorPerAddress"] as const),
  ...(["mailPerAddress", "mailInterval", "mailPerMailbox"] as const),
]);
const LENIENT_FACTOR = 100;

/** Returns a limit of the project. In local development, defaults are lenient; what the project has set holds. */
function limitOf({ project, signIn }: UserContext, name: AuthLimitName): RateLimit {
  const { limit, windowSeconds } = project.settings.limits[name];
  const isDefault = limit === DEFAULTS[name].limit && windowSeconds === DEFAULTS[name].windowSeconds;
  const isLenient = signIn.hasLenientLimits && isDefault && LENIENT.has(name);
  return { name: AUTH_LIMITS[name], limit: isLenient ? limit * LENIENT_FACTOR : limit, windowSeconds };
}
