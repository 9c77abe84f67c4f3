import { beforeAll, describe, expect, it } from "vitest";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { changePassword } from "@/lib/sign-in/password/change";
import { setPassword } from "@/lib/sign-in/password/set";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { enableTwoFactor } from "@/lib/sign-in/two-factor/enrol";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { kindsTo, lastProof, twentyAtOnce, wideMailLimits } from "@/tests/support/mailed-proof";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const clock = new FixedClock();
let ctx: TestRequest;
beforeAll(async () => {
  ctx = await makeUserContext({ settings: { limits: wideMailLimits }, clock });
});

/** A browser that a mailed code has signed in, to an account without a password. */
async function signInByCode(email = newEmail()) {
  const browser = otherBrowser(ctx);
  await send(browser, sendOtp, { email, type: "sign-in" });
  const { code } = await lastProof(ctx, email, "sign-in");
  await send(browser, signInWithOtp, { email, otp: code });
  return { email, mine: await signedInRequest(browser), again: () => nextRequest(browser) };
}

const signIn = (email: string, password = PASSWORD) => send(otherBrowser(ctx), signInWithPassword, { email, password });

describe("a first password", () => {
  it("is set by a user who signs in without one, signs in from then on, and is told by mail", async () => {
    const { email, mine } = await signInByCode();
    await expectSignInError(signIn(email), "INVALID_EMAIL_OR_PASSWORD");
    expect(await setPassword(mine, { newPassword: PASSWORD })).toEqual({ status: true });
    expect(await signIn(email)).toMatchObject({ user: { email } });
    expect((await lastMailTo(ctx, email, "password-set")).resetLink).toContain("/forgot-password");
    expect(await eventsOf(ctx)).toContain("password.set accepted");
  });

  it("is no way round the present one", async () => {
    const { email } = await signUp(ctx);
    const browser = otherBrowser(ctx);
    await send(browser, signInWithPassword, { email, password: PASSWORD });
    const other = { newPassword: "another horse, another battery" };
    await expectSignInError(setPassword(await signedInRequest(browser), other), "PASSWORD_ALREADY_SET");
    expect(await signIn(email)).toMatchObject({ user: { email } });
  });

  it("needs a fresh session, a good password, and a project with passwords", async () => {
    const { email, mine } = await signInByCode();
    await expectSignInError(setPassword(mine, { newPassword: "short" }), "PASSWORD_TOO_SHORT");
    const { settings } = mine.project;
    const methods = { ...settings.methods, password: false };
    const without = { ...mine, project: { ...mine.project, settings: { ...settings, methods } } };
    await expectSignInError(setPassword(without, { newPassword: PASSWORD }), "EMAIL_PASSWORD_DISABLED");
    const later = { ...mine, clock: { now: () => new Date(clock.now().getTime() + 601_000) } };
    await expectSignInError(setPassword(later, { newPassword: PASSWORD }), "SESSION_NOT_FRESH");
    expect(await kindsTo(ctx, email)).not.toContain("password-set");
  });

  it("is set once by twenty at once", async () => {
    const { mine } = await signInByCode();
    const outcomes = await twentyAtOnce(() => setPassword(mine, { newPassword: PASSWORD }));
    expect(outcomes).toEqual({ done: 1, PASSWORD_ALREADY_SET: 19 });
  });
});

it("a changed password is told by mail", async () => {
  const { email } = await signUp(ctx);
  const browser = otherBrowser(ctx);
  await send(browser, signInWithPassword, { email, password: PASSWORD });
  const newPassword = "another horse, another battery";
  await send(await signedInRequest(browser), changePassword, { currentPassword: PASSWORD, newPassword });
  expect((await lastMailTo(ctx, email, "password-changed")).resetLink).toContain("/forgot-password");
});

it("a user without a password sets up a second factor in a fresh session", async () => {
  const { mine } = await signInByCode();
  expect(await enableTwoFactor(mine, {})).toMatchObject({ method: "totp" });
});
