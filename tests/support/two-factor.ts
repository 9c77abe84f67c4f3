import { generate } from "otplib";
import { expect } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { enableTwoFactor } from "@/lib/sign-in/two-factor/enrol";
import { verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { FixedClock } from "./context";
import { makeUserContext, PASSWORD, signUp } from "./sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "./test-browser";

export const STEP_SECONDS = 30;

/** The secret that the QR code hands to an authenticator app. */
export function secretOf(totpURI: string): string {
  return new URL(totpURI).searchParams.get("secret") ?? "";
}

/** Returns the app's code at this moment, or so many steps from it. */
export function totpAt(secret: string, now: Date, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(now.getTime() / 1_000) + steps * STEP_SECONDS });
}

/** A code that is certainly not the one of any step near. */
export async function wrongTotp(secret: string, now: Date): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => totpAt(secret, now, steps)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}

/**
 * A new user whose second factor is in use, signed in by this request's browser: the next request has the session. The
 * clock is moved on, so that the app shows a code that was not used.
 */
export async function enrol(ctx: TestRequest, clock: FixedClock, input: { trustDevice?: boolean } = {}) {
  const user = await signUp(ctx);
  const setUp = await signedInRequest(ctx);
  const { totpURI, backupCodes } = await enableTwoFactor(setUp, { password: PASSWORD });
  const secret = secretOf(totpURI);
  const verifying = await signedInRequest(setUp);
  await send(verifying, verifyTotp, { code: await totpAt(secret, clock.now()), ...input });
  clock.advance(STEP_SECONDS * 1_000);
  return { user, secret, totpURI, backupCodes, request: verifying };
}

/** Such a user in a project of their own. */
export async function enrolled(settings: unknown = {}) {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ clock, settings });
  return { clock, ctx, ...(await enrol(ctx, clock)) };
}

/** A browser whose password was right, at the challenge. */
export async function challenged(
  ctx: TestRequest,
  email: string,
  browser: TestRequest = otherBrowser(ctx),
): Promise<TestRequest> {
  const answer = await send(browser, signInWithPassword, { email, password: PASSWORD });
  expect(answer).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  return nextRequest(browser);
}

/** One after the other, since passwords that are tried at once all count. */
export async function challengedBrowsers(ctx: TestRequest, email: string, count: number): Promise<TestRequest[]> {
  const browsers: TestRequest[] = [];
  while (browsers.length < count) browsers.push(await challenged(ctx, email));
  return browsers;
}

/** The project, with so many wrong codes allowed that no account closes. */
export function withoutLock(ctx: TestRequest): TestRequest["project"] {
  const limits = { ...ctx.project.settings.limits, wrongSecondFactor: { limit: 1_000, windowSeconds: 900 } };
  return { ...ctx.project, settings: { ...ctx.project.settings, limits } };
}
