import { describe, expect, it } from "vitest";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { requestOtpReset, resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { followResetLink } from "@/lib/sign-in/password/follow-reset-link";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { describeResetLink, resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { FixedClock, random } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, twentyAtOnce, wideMailLimits } from "@/tests/support/mailed-proof";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const NEW_PASSWORD = "an entirely new passphrase";
const limits = { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 60 } };

async function makeUser(settings: Record<string, unknown> = {}) {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ settings: { limits, ...settings }, clock });
  const { id, email } = await signUp(ctx);
  await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
  return { clock, ctx, id, email };
}

async function askForReset(ctx: TestRequest, email: string): Promise<{ token: string; code: string }> {
  // The newest mail is told by its time.
  if (ctx.clock instanceof FixedClock) ctx.clock.advance(1);
  await requestPasswordReset(otherBrowser(ctx), { email });
  return lastProof(ctx, email, "password-reset");
}

const signIn = (ctx: TestRequest, email: string, password = NEW_PASSWORD) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password });
const reset = (ctx: TestRequest, token: string, newPassword = NEW_PASSWORD) =>
  resetPassword(otherBrowser(ctx), { token, newPassword });

describe("a password reset", () => {
  it("by link sets the password, ends every session and trusted browser, signs nobody in and tells the owner", async () => {
    const { ctx, id, email } = await makeUser();
    const now = ctx.clock.now();
    const device = { id: `tdv_${id}`, projectId: ctx.project.id, userId: id, createdAt: now, lastUsedAt: now };
    const tokenHash = new Uint8Array(random.bytes(32));
    await ctx.db.trustedDevice.create({ data: { ...device, tokenHash, expiresAt: new Date(now.getTime() + 9e9) } });
    const asked = await requestPasswordReset(otherBrowser(ctx), { email, redirectTo: "/new-password" });
    expect(asked.message).toBe("If this email exists in our system, check your email for the reset link");
    const { link, token } = await lastProof(ctx, email, "password-reset");
    expect(link).toBe(`${ctx.baseUrl}/auth/${ctx.project.id}/reset-password?token=${token}`);
    expect(await describeResetLink(ctx, token)).toEqual({ valid: true, callbackURL: "/new-password" });
    const browser = otherBrowser(ctx);
    expect(await resetPassword(browser, { token, newPassword: NEW_PASSWORD })).toEqual({ status: true });
    expect([browser.received.session, browser.received.setCookies]).toEqual([undefined, []]);
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    expect(await ctx.db.trustedDevice.count({ where: { userId: id } })).toBe(0);
    await expectSignInError(signIn(ctx, email, PASSWORD), "INVALID_EMAIL_OR_PASSWORD");
    expect(await signIn(ctx, email)).toMatchObject({ user: { email } });
    expect(await lastMailTo(ctx, email, "password-changed")).toEqual({
      resetLink: `${ctx.baseUrl}/auth/${ctx.project.id}/forgot-password`,
    });
    const events = await eventsOf(ctx);
    expect(events).toContain("password.reset_request accepted");
    expect(events).toContain("password.reset accepted");
  });

  it("by code does the same, and leaves the code where the policy refuses the password", async () => {
    const { ctx, email } = await makeUser();
    expect(await requestOtpReset(otherBrowser(ctx), { email: email.toUpperCase() })).toEqual({ success: true });
    const { code: otp } = await lastProof(ctx, email, "password-reset");
    const by = (password: string) => resetPasswordByOtp(otherBrowser(ctx), { email, otp, password });
    await expectSignInError(by("short"), "PASSWORD_TOO_SHORT");
    await expectSignInError(by("password123"), "PASSWORD_COMPROMISED");
    expect(await by(NEW_PASSWORD)).toEqual({ success: true });
    expect(await signIn(ctx, email)).toMatchObject({ user: { email } });
    await expectSignInError(by("yet another passphrase"), "INVALID_OTP");
  });

  it("PW-02: holds a new password to the policy and leaves the link until one passes", async () => {
    const { ctx, email } = await makeUser();
    const { token } = await askForReset(ctx, email);
    await expectSignInError(reset(ctx, token, "x7#kQ2p"), "PASSWORD_TOO_SHORT");
    await expectSignInError(reset(ctx, token, "iloveyou"), "PASSWORD_COMPROMISED");
    await expectSignInError(reset(ctx, token, email), "PASSWORD_TOO_WEAK");
    await reset(ctx, token);
  });

  it("PW-06: leaves the second factor in force", async () => {
    const { ctx, id, email } = await makeUser();
    await ctx.db.user.update({ where: { id }, data: { twoFactorEnabled: true } });
    const secret = { userId: id, projectId: ctx.project.id, secret: "sealed", enabledAt: new Date() };
    await ctx.db.twoFactor.create({ data: secret });
    await reset(ctx, (await askForReset(ctx, email)).token);
    expect(await signIn(ctx, email)).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect(await ctx.db.twoFactor.count({ where: { userId: id } })).toBe(1);
    expect(await ctx.db.session.count({ where: { userId: id } })).toBe(0);
  });

  it("PW-07, PW-09: takes no step but its own: no token, a made one, or one of another purpose, user or project", async () => {
    const { ctx, id, email } = await makeUser();
    const other = await makeUser();
    await ctx.db.account.deleteMany({ where: { userId: id } });
    const foreign = await askForReset(other.ctx, other.email);
    const verification = await lastProof(ctx, email, "email-verification");
    const tokens = ["", id, email, randomBase62(32, random), foreign.token, verification.token, "0".repeat(200)];
    for (const token of tokens) await expectSignInError(reset(ctx, token), "INVALID_TOKEN");
    const noToken = resetPassword(otherBrowser(ctx), { newPassword: NEW_PASSWORD });
    await expectSignInError(noToken, "INVALID_TOKEN");
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(0);
    const { token } = await askForReset(ctx, email);
    const crossed = resetPasswordByOtp(otherBrowser(ctx), {
      email: other.email,
      otp: foreign.code,
      password: NEW_PASSWORD,
    });
    await expectSignInError(crossed, "INVALID_OTP");
    await reset(ctx, token);
    expect(await signIn(ctx, email)).toMatchObject({ user: { id } });
  });

  it("PW-08: a link used by twenty at once sets one password, and then none", async () => {
    const { ctx, email } = await makeUser();
    const { token } = await askForReset(ctx, email);
    let turn = 0;
    const outcomes = await twentyAtOnce(() => {
      turn += 1;
      return reset(ctx, token, `${NEW_PASSWORD} ${turn}`);
    });
    expect(outcomes).toEqual({ done: 1, INVALID_TOKEN: 19 });
    await expectSignInError(reset(ctx, token), "INVALID_TOKEN");
    expect((await eventsOf(ctx)).filter((event) => event === "password.reset accepted")).toHaveLength(1);
  });

  it("PW-08: a newer mail, an hour, a change of address and the other half of the same mail end it", async () => {
    const { clock, ctx, id, email } = await makeUser();
    const old = await askForReset(ctx, email);
    const newer = await askForReset(ctx, email);
    await expectSignInError(reset(ctx, old.token), "INVALID_TOKEN");
    await resetPasswordByOtp(otherBrowser(ctx), { email, otp: newer.code, password: NEW_PASSWORD });
    await expectSignInError(reset(ctx, newer.token), "INVALID_TOKEN");
    const late = await askForReset(ctx, email);
    clock.advance(3_600_000);
    expect((await describeResetLink(ctx, late.token)).valid).toBe(false);
    await expectSignInError(reset(ctx, late.token), "INVALID_TOKEN");
    const moved = await askForReset(ctx, email);
    await ctx.db.user.update({ where: { id }, data: { email: newEmail() } });
    await expectSignInError(reset(ctx, moved.token), "INVALID_TOKEN");
    expect(await send(otherBrowser(ctx), signInWithPassword, { email, password: "x" }).catch(({ code }) => code)).toBe(
      "INVALID_EMAIL_OR_PASSWORD",
    );
  });

  it("gives a password to a user who has none, and proves an unproven mailbox", async () => {
    const ctx = await makeUserContext({ settings: { limits }, clock: new FixedClock() });
    const attacker = otherBrowser(ctx);
    const { id, email } = await signUp(attacker);
    await reset(ctx, (await askForReset(ctx, email)).token);
    await expect(signedInRequest(attacker)).rejects.toThrow("nobody is signed in");
    expect(await signIn(ctx, email)).toMatchObject({ user: { id, emailVerified: true } });
    await ctx.db.account.deleteMany({ where: { userId: id } });
    await reset(ctx, (await askForReset(ctx, email)).token, "yet another passphrase");
    expect(await signIn(ctx, email, "yet another passphrase")).toMatchObject({ user: { id } });
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(1);
  });

  it("BF-02: opens the lock of many wrong passwords", async () => {
    const { ctx, email } = await makeUser({ limits: wideMailLimits });
    for (let i = 0; i < 5; i += 1) await expectSignInError(signIn(ctx, email, "wrong"), "INVALID_EMAIL_OR_PASSWORD");
    await expectSignInError(signIn(ctx, email, PASSWORD), "TOO_MANY_ATTEMPTS");
    await reset(ctx, (await askForReset(ctx, email)).token);
    expect(await signIn(ctx, email)).toMatchObject({ user: { email } });
  });

  it("is off where passwords are", async () => {
    const ctx = await makeUserContext({ settings: { methods: { password: false } } });
    await expectSignInError(requestPasswordReset(ctx, { email: newEmail() }), "RESET_PASSWORD_DISABLED");
    await expectSignInError(requestOtpReset(ctx, { email: newEmail() }), "RESET_PASSWORD_DISABLED");
    await expectSignInError(reset(ctx, "x"), "RESET_PASSWORD_DISABLED");
    const otp = resetPasswordByOtp(ctx, { email: newEmail(), otp: "123456", password: NEW_PASSWORD });
    await expectSignInError(otp, "RESET_PASSWORD_DISABLED");
  });

  it("leads on to an app's own page with the token, which stays whole, or says that it is invalid", async () => {
    const { ctx, email } = await makeUser();
    const { token } = await askForReset(ctx, email);
    const [good, bad] = [otherBrowser(ctx), otherBrowser(ctx)];
    await send(good, followResetLink, { token, callbackURL: "/new?a=1" });
    expect(good.received.redirect).toBe(`${ctx.baseUrl}/new?a=1&token=${token}`);
    await send(bad, followResetLink, { token: "nothing", callbackURL: "/new" });
    expect(bad.received.redirect).toBe(`${ctx.baseUrl}/new?error=INVALID_TOKEN`);
    await reset(ctx, token);
  });
});
