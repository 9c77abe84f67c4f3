import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { StatusContext } from "@/lib/hosting/status/status-context";
import type { SignInContext } from "@/lib/sign-in/context";
import { type AttemptCount, countAttempts } from "./count-attempts";
import { countMails } from "./count-mails";
import { type AuthReliability, type AuthWindow, WINDOW_NAMES, WINDOWS, type WindowName } from "./resource";

type ReliabilityContext = StatusContext & SignInContext;
type Windows = Record<WindowName, AuthWindow>;

/** The counts are read anew after this time. */
const KEPT_MS = 10_000;
/** A window that misses more than this share of its sign-ins or mails is called degraded. */
const TOLERATED_SHARE = 0.01;
const LIMIT_REASONS = ["rate_limited", "too_many_wrong_passwords", "too_many_wrong_codes"];

/** Each control plane has its own counts, by the services that a process shares. */
const kept = new WeakMap<object, { readAt: number; windows: Promise<Windows> }>();

/** Returns how the sign-ins of all projects go. The counts are at most 10 s old. */
export async function readAuthReliability(ctx: ReliabilityContext, _input: object = {}): Promise<AuthReliability> {
  requireAdministration(ctx);
  const [{ at, windows }, redis] = await Promise.all([keptWindows(ctx), stateOfRedis(ctx)]);
  const hashQueue = ctx.signIn.passwords.load;
  const checks = {
    "sign-ins": isMissing(windows["5m"].failed, windows["5m"].succeeded),
    mail: isMissing(windows["1h"].mails.failed, windows["1h"].mails.sent),
    "hash-queue": hashQueue.waiting > hashQueue.running,
    redis: redis === "unavailable",
  };
  const degraded = (Object.keys(checks) as (keyof typeof checks)[]).filter((name) => checks[name]);
  return { at: at.toISOString(), windows, hashQueue, redis, degraded };
}

async function keptWindows(ctx: ReliabilityContext): Promise<{ at: Date; windows: Windows }> {
  const now = ctx.clock.now().getTime();
  let found = kept.get(ctx.signIn);
  if (!found || Math.abs(now - found.readAt) >= KEPT_MS) {
    found = { readAt: now, windows: readWindows(ctx) };
    kept.set(ctx.signIn, found);
    // A failure is not kept.
    found.windows.catch(() => kept.delete(ctx.signIn));
  }
  return { at: new Date(found.readAt), windows: await found.windows };
}

async function readWindows(ctx: ReliabilityContext): Promise<Windows> {
  const [counts, mails] = await Promise.all([countAttempts(ctx), countMails(ctx)]);
  const windows = WINDOW_NAMES.map((name) => {
    const own = counts.filter(({ window }) => window === name);
    return [name, { ...windowOf(own), ...restOf(ctx, name), mails: mails.get(name) ?? NO_MAILS }];
  });
  return Object.fromEntries(windows);
}

const NO_MAILS = { sent: 0, failed: 0, waiting: 0 };

function restOf({ signIn, clock }: ReliabilityContext, name: WindowName) {
  return { tokens: signIn.issuedTokens.sum(clock.now(), WINDOWS[name]) };
}

function windowOf(counts: readonly AttemptCount[]) {
  const whole = counts.find(({ outcome }) => outcome === null);
  const ofOutcome = (wanted: AttemptCount["outcome"]) =>
    counts.find(({ outcome, reason, method }) => outcome === wanted && reason === null && method === null)?.count ?? 0;
  const [succeeded, failed, locked] = [ofOutcome("succeeded"), ofOutcome("failed"), ofOutcome("locked")];
  const refused = counts.filter(({ outcome, reason }) => outcome === "refused" && reason !== null);
  const refusedByReason = Object.fromEntries(refused.map(({ reason, count }) => [reason ?? "", count]));
  return {
    attempted: (whole?.count ?? 0) - locked,
    succeeded,
    refusedByReason,
    failed,
    successRate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
    p50Ms: rounded(whole?.p50),
    p95Ms: rounded(whole?.p95),
    byMethod: methodsOf(counts),
    rateLimited: LIMIT_REASONS.reduce((sum, reason) => sum + (refusedByReason[reason] ?? 0), 0),
    locked,
  };
}

function methodsOf(counts: readonly AttemptCount[]): AuthWindow["byMethod"] {
  const methods: AuthWindow["byMethod"] = {};
  for (const { method, outcome, count } of counts) {
    if (method === null || outcome === "locked") continue;
    methods[method] ??= { attempted: 0, succeeded: 0, failed: 0 };
    methods[method].attempted += count;
    if (outcome === "succeeded" || outcome === "failed") methods[method][outcome] += count;
  }
  return methods;
}

function rounded(milliseconds: number | null | undefined): number | null {
  return milliseconds === null || milliseconds === undefined ? null : Math.round(milliseconds);
}

function isMissing(failed: number, done: number): boolean {
  return failed > (failed + done) * TOLERATED_SHARE;
}

async function stateOfRedis({ pingRedis }: ReliabilityContext): Promise<AuthReliability["redis"]> {
  if (pingRedis === null) return null;
  return pingRedis().then(
    () => "ok",
    () => "unavailable",
  );
}
