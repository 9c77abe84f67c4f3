import { createHash } from "node:crypto";
import { addressBucket } from "@/lib/core/address-bucket";
import type { RateLimit } from "@/lib/core/ports/rate-limiter";
import { addJob } from "@/lib/core/queue/add";
import { AUTH_LIMITS, type AuthLimitName } from "@/lib/core/rate-limits";
import type { UserContext } from "../context";
import { SignInError, type SignInErrorCode } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { ProjectSettings } from "../projects/settings";
import { isKnownBrowser } from "./known-browser";
import { localeOf } from "./locale";

/** The parts of a request that a limit needs, which an owner who ends one has too. */
export type LimitContext = Pick<UserContext, "rateLimiter" | "signIn"> & {
  project: Pick<UserContext["project"], "id" | "settings">;
};

export type AddressLimitName = Extract<AuthLimitName, `${string}PerAddress`>;

/** Counts a request of this client address. Throws `TOO_MANY_REQUESTS`. */
export async function countAddress(ctx: UserContext, name: AddressLimitName): Promise<void> {
  const decision = await consumeAddress(ctx, name);
  if (!decision.allowed) throw reached("TOO_MANY_REQUESTS", name, decision.resetSeconds);
}

/** Counts a request that costs its sender nothing. Returns `false` when it must leave no trace. */
export async function isWithinAddressLimit(ctx: UserContext, name: AddressLimitName): Promise<boolean> {
  return (await consumeAddress(ctx, name)).allowed;
}

function consumeAddress(ctx: UserContext, name: AddressLimitName) {
  return ctx.rateLimiter.consume(limitOf(ctx, name), `${ctx.project.id}:${addressBucket(ctx.clientAddress)}`);
}

function reached(code: SignInErrorCode, limit: AuthLimitName, retryAfterSeconds: number): SignInError {
  return new SignInError(code, { limit, retryAfterSeconds });
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
  if (!allowed) throw reached("TOO_MANY_ATTEMPTS", "wrongPerAccount", resetSeconds);
  return () => ctx.rateLimiter.reset(limit, key);
}

/** Records once that an account is locked. A job looks up the user, so that unknown addresses take equally long. */
async function reportLock(ctx: UserContext, email: string, seconds: number): Promise<void> {
  const data = { email };
  await recordSecurityEvent(ctx, { kind: "account.lock", outcome: "accepted", userId: null, data });
  const notice = { projectId: ctx.project.id, email, locale: localeOf(ctx), minutes: Math.ceil(seconds / 60) };
  await addJob(ctx, "send-lock-notice", notice, { owner: notice.projectId });
}

/** Unlocks an account whose user has proven the mailbox, or whose owner ends the lock. */
export async function forgetAttempts(ctx: LimitContext, email: string): Promise<void> {
  for (const isKnown of [true, false]) {
    await ctx.rateLimiter.reset(limitOf(ctx, "wrongPerAccount"), bucketOf(ctx, email, isKnown));
  }
}

/** Counts a mail to this address. Throws `TOO_MANY_REQUESTS` for too many in an hour or in quick succession. */
export async function countMail(ctx: UserContext, email: string): Promise<void> {
  const refused = await consumeMail(ctx, email);
  if (refused !== null) throw reached("TOO_MANY_REQUESTS", refused.name, refused.resetSeconds);
}

/** Counts a mail that accompanies another action. Returns `false` when it must not be sent. */
export async function mayMail(ctx: UserContext, email: string): Promise<boolean> {
  return (await consumeMail(ctx, email)) === null;
}

async function consumeMail(ctx: UserContext, email: string) {
  for (const name of ["mailInterval", "mailPerMailbox"] as const) {
    const decision = await ctx.rateLimiter.consume(limitOf(ctx, name), mailboxKey(ctx, email));
    if (!decision.allowed) return { name, resetSeconds: decision.resetSeconds };
  }
  return null;
}

/** Counts an attempt with a mailed code before it is checked, right or wrong. Throws `TOO_MANY_ATTEMPTS`. */
export async function countMailedCode(ctx: UserContext, email: string): Promise<void> {
  const decision = await ctx.rateLimiter.consume(limitOf(ctx, "mailedCodesPerMailbox"), mailboxKey(ctx, email));
  if (!decision.allowed) throw reached("TOO_MANY_ATTEMPTS", "mailedCodesPerMailbox", decision.resetSeconds);
}

/** Counts a device's code that a user has typed, right or wrong. Throws `TOO_MANY_REQUESTS`. */
export async function countUserCode(ctx: UserContext, userId: string): Promise<void> {
  const decision = await ctx.rateLimiter.consume(limitOf(ctx, "userCodePerAddress"), userId);
  if (!decision.allowed) throw reached("TOO_MANY_REQUESTS", "userCodePerAddress", decision.resetSeconds);
}

/** Counts a code of a second factor. Returns a function that resets the count. Throws `ACCOUNT_TEMPORARILY_LOCKED`. */
export async function countSecondFactor(ctx: UserContext, userId: string): Promise<() => Promise<void>> {
  const limit = limitOf(ctx, "wrongSecondFactor");
  const decision = await ctx.rateLimiter.consume(limit, userId);
  if (!decision.allowed) throw reached("ACCOUNT_TEMPORARILY_LOCKED", "wrongSecondFactor", decision.resetSeconds);
  return () => ctx.rateLimiter.reset(limit, userId);
}

/**
 * Returns the key that a mailbox is counted under. All browsers that its account knows share another one than the rest of
 * the world, so that strangers neither lock its user out nor gain more than one count by a stolen cookie.
 */
function mailboxKey(ctx: UserContext, email: string): string {
  return bucketOf(ctx, email, isKnownBrowser(ctx, email));
}

function bucketOf(ctx: LimitContext, email: string, isKnown: boolean): string {
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

/** Returns a limit of the project. In local development, defaults are lenient; the project's own values hold. */
function limitOf({ project, signIn }: LimitContext, name: AuthLimitName): RateLimit {
  const { limit, windowSeconds } = project.settings.limits[name];
  const isDefault = limit === DEFAULTS[name].limit && windowSeconds === DEFAULTS[name].windowSeconds;
  const isLenient = signIn.hasLenientLimits && isDefault && LENIENT.has(name);
  return { name: AUTH_LIMITS[name], limit: isLenient ? limit * LENIENT_FACTOR : limit, windowSeconds };
}
