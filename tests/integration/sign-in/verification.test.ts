import { describe, expect, it } from "vitest";
import { followEmailLink } from "@/lib/sign-in/email/follow-link";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { verifyEmailByOtp } from "@/lib/sign-in/email/otp/verify-email";
import { sendVerificationEmail } from "@/lib/sign-in/email/send-verification";
import { describeEmailLink, verifyEmail } from "@/lib/sign-in/email/verify";
import { sweepProofs } from "@/lib/sign-in/mailbox/sweep";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo, mailsTo } from "@/tests/support/mailbox";
import { kindsTo, lastProof, twentyAtOnce, wideMailLimits, wrongCode } from "@/tests/support/mailed-proof";
import { overtakenAtEachRead } from "@/tests/support/overtaken";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const limits = { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 60 } };
const make = (settings: Record<string, unknown> = {}) =>
  makeUserContext({ settings: { limits, ...settings }, clock: new FixedClock() });

async function isVerified(ctx: TestRequest, email: string): Promise<boolean> {
  const user = await ctx.db.user.findFirstOrThrow({ where: { projectId: ctx.project.id, email } });
  return user.emailVerified;
}

const linkOf = async (ctx: TestRequest, email: string) => (await lastProof(ctx, email, "email-verification")).token;
const signIn = (ctx: TestRequest, email: string) => send(ctx, signInWithPassword, { email, password: PASSWORD });

describe("the proof of one's own address", () => {
  it("is mailed at the sign-up, and its link verifies in the browser that signed up, which stays signed in", async () => {
    const ctx = await make();
    const email = newEmail();
    await send(ctx, signUpWithPassword, { name: "Ada", email, password: PASSWORD, callbackURL: "/welcome" });
    const { link, token, code } = await lastProof(ctx, email, "email-verification");
    expect(link).toBe(`${ctx.baseUrl}/auth/${ctx.project.id}/verify-email?token=${token}&redirect_to=%2Fwelcome`);
    // Nothing asks for a code in the app that the sign-up leads to.
    expect(code).toBe("");
    const mine = await signedInRequest(ctx);
    expect(await describeEmailLink(mine, token)).toEqual({
      valid: true,
      purpose: "email-verification",
      needs: "nothing",
    });
    expect(await send(mine, verifyEmail, { token })).toMatchObject({
      status: true,
      purpose: "email-verification",
      callbackURL: "/welcome",
      user: { email, emailVerified: true },
    });
    expect((await signedInRequest(ctx)).session.user.emailVerified).toBe(true);
    expect(await signIn(otherBrowser(ctx), email)).toMatchObject({ user: { emailVerified: true } });
    expect(await eventsOf(ctx)).toContain("email.verify accepted");
  });

  it("DA-M10: is asked for before the first sign-in where the project wants that, and signs the browser of the sign-up in", async () => {
    const ctx = await make({ requireVerifiedEmail: true });
    const { email } = await signUp(ctx);
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    const same = await nextRequest(ctx);
    const { token } = await lastProof(ctx, email, "email-verification");
    expect((await describeEmailLink(same, token)).needs).toBe("nothing");
    await send(same, verifyEmail, { token });
    expect((await signedInRequest(same)).session.user.email).toBe(email);
    const elsewhere = await signUp(ctx);
    const proof = await lastProof(ctx, elsewhere.email, "email-verification");
    const other = otherBrowser(ctx);
    await send(other, verifyEmail, { token: proof.token, password: PASSWORD });
    await expect(signedInRequest(other)).rejects.toThrow("nobody is signed in");
    expect(await signIn(otherBrowser(ctx), email)).toMatchObject({ user: { email } });
  });

  it("ML-08: is not given by the owner of a mailbox for a stranger who signed up with it", async () => {
    const ctx = await make({ requireVerifiedEmail: true });
    const attacker = otherBrowser(ctx);
    const { email } = await signUp(attacker);
    const victim = otherBrowser(ctx);
    const { token, code } = await lastProof(ctx, email, "email-verification");
    expect(await describeEmailLink(victim, token)).toMatchObject({ valid: true, needs: "password" });
    await expectSignInError(send(victim, verifyEmail, { token }), "PROOF_REQUIRED");
    await expectSignInError(send(victim, verifyEmail, { token, password: "not the attacker's" }), "INVALID_PASSWORD");
    await expectSignInError(send(victim, verifyEmailByOtp, { email, otp: code }), "PROOF_REQUIRED");
    await send(victim, signUpWithPassword, { name: "Eve", email, password: "the victim's own words" });
    const afterSignUp = await nextRequest(victim);
    expect(afterSignUp.cookieHeader).toContain("email-verification");
    await expectSignInError(send(afterSignUp, verifyEmail, { token }), "PROOF_REQUIRED");
    await expectSignInError(send(afterSignUp, verifyEmailByOtp, { email, otp: code }), "PROOF_REQUIRED");
    expect(await isVerified(ctx, email)).toBe(false);
    expect((await eventsOf(ctx)).filter((event) => event === "email.verify refused other_browser")).toHaveLength(4);
  });

  it("counts elsewhere with the password of the account, whose wrong tries are counted", async () => {
    const ctx = await make({ limits: wideMailLimits });
    const { email } = await signUp(ctx);
    const token = await linkOf(ctx, email);
    const wrong = () => send(otherBrowser(ctx), verifyEmail, { token, password: "not the password" });
    for (let i = 0; i < 4; i += 1) await expectSignInError(wrong(), "INVALID_PASSWORD");
    await send(otherBrowser(ctx), verifyEmail, { token, password: PASSWORD });
    expect(await isVerified(ctx, email)).toBe(true);
    const { email: second } = await signUp(otherBrowser(ctx));
    const locked = await linkOf(ctx, second);
    const guess = (password: string) => send(otherBrowser(ctx), verifyEmail, { token: locked, password });
    for (let i = 0; i < 5; i += 1) await expectSignInError(guess("not the password"), "INVALID_PASSWORD");
    await expectSignInError(guess(PASSWORD), "TOO_MANY_ATTEMPTS");
  });

  it("is mailed again to a user who signs in with the right password, within the limits, and their browser is theirs then", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { limits, requireVerifiedEmail: true } });
    const { email } = await signUp(ctx);
    const first = await linkOf(ctx, email);
    clock.advance(1_000);
    const home = otherBrowser(ctx);
    const wrong = send(home, signInWithPassword, { email, password: "not the password" });
    await expectSignInError(wrong, "INVALID_EMAIL_OR_PASSWORD");
    expect((await nextRequest(home)).cookieHeader).toBeNull();
    await expectSignInError(signIn(home, email), "EMAIL_NOT_VERIFIED");
    const again = await nextRequest(home);
    const { token, code } = await lastProof(ctx, email, "email-verification");
    expect(token).not.toBe(first);
    await expectSignInError(send(again, verifyEmail, { token: first }), "INVALID_TOKEN");
    expect(await send(again, verifyEmailByOtp, { email, otp: code })).toMatchObject({
      status: true,
      token: null,
      user: { email },
    });
    await signIn(otherBrowser(ctx), email);
    const strict = await makeUserContext({ settings: { requireVerifiedEmail: true } });
    const { email: limited } = await signUp(strict);
    await expectSignInError(signIn(otherBrowser(strict), limited), "EMAIL_NOT_VERIFIED");
    expect(await kindsTo(strict, limited)).toEqual(["email-verification"]);
  });

  it("is spent by its first use, and by twenty at once; a newer mail and an hour end it", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { limits } });
    const { email } = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    const old = await linkOf(ctx, email);
    clock.advance(1_000);
    await sendVerificationEmail(mine, { email });
    await expectSignInError(send(mine, verifyEmail, { token: old }), "INVALID_TOKEN");
    clock.advance(3_600_000);
    const late = await linkOf(ctx, email);
    expect(await describeEmailLink(mine, late)).toEqual({ valid: false, purpose: null, needs: "nothing" });
    await expectSignInError(send(mine, verifyEmail, { token: late }), "INVALID_TOKEN");
    await sendVerificationEmail(mine, { email });
    const token = await linkOf(ctx, email);
    const outcomes = await twentyAtOnce(() => send({ ...mine }, verifyEmail, { token }));
    expect(outcomes).toEqual({ done: 1, INVALID_TOKEN: 19 });
  });

  it("refuses the one of two clicks that is overtaken as used, and asks it for no password", async () => {
    const outcomes = await overtakenAtEachRead(async () => {
      const ctx = await makeUserContext({ settings: { limits, requireVerifiedEmail: true } });
      const { email } = await signUp(ctx);
      const token = await linkOf(ctx, email);
      const click = (browser: TestRequest) => send(browser, verifyEmail, { token });
      const mine = await nextRequest(ctx);
      return { ctx: { ...mine }, first: () => click({ ...mine }), second: click };
    });
    expect(outcomes.length).toBeGreaterThan(1);
    expect(new Set(outcomes)).toEqual(new Set(["INVALID_TOKEN"]));
  });

  it("TT-04: makes a test user a real one, whom no testing token signs in", async () => {
    const ctx = await make();
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { isTestUser: true } });
    await send(await signedInRequest(ctx), verifyEmail, { token: await linkOf(ctx, email) });
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id } });
    expect(user).toMatchObject({ emailVerified: true, isTestUser: false });
  });

  it("by code dies after three wrong ones", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ settings: { limits }, clock });
    const { email } = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    clock.advance(1_000);
    await sendVerificationEmail(mine, { email });
    const { code } = await lastProof(ctx, email, "email-verification");
    for (let i = 0; i < 3; i += 1) {
      await expectSignInError(send(mine, verifyEmailByOtp, { email, otp: wrongCode(code) }), "INVALID_OTP");
    }
    await expectSignInError(send(mine, verifyEmailByOtp, { email, otp: code }), "TOO_MANY_ATTEMPTS");
    expect(await isVerified(ctx, email)).toBe(false);
  });

  it("is asked for by the user for their own address alone, until it is verified", async () => {
    const ctx = await make();
    const { email } = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    await expectSignInError(sendVerificationEmail(mine, { email: newEmail() }), "EMAIL_MISMATCH");
    await send(mine, verifyEmail, { token: await linkOf(ctx, email) });
    await expectSignInError(sendVerificationEmail(await signedInRequest(ctx), { email }), "EMAIL_ALREADY_VERIFIED");
  });

  it("by GET leads on to an address, failures too", async () => {
    const ctx = await make();
    const { email } = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    const token = await linkOf(ctx, email);
    const elsewhere = otherBrowser(ctx);
    await send(elsewhere, followEmailLink, { token, callbackURL: "/done" });
    expect(elsewhere.received.redirect).toBe(`${ctx.baseUrl}/done?error=PROOF_REQUIRED`);
    await send(mine, followEmailLink, { token, callbackURL: "/done" });
    expect(mine.received.redirect).toBe("/done");
    await expectSignInError(send(otherBrowser(ctx), followEmailLink, { token }), "INVALID_TOKEN");
  });

  it("EM-01: an address of the mail is the one of the user, and its name is nowhere in it", async () => {
    const ctx = await make();
    const email = newEmail();
    await send(ctx, signUpWithPassword, { name: "<script>alert(1)</script>", email, password: PASSWORD });
    expect(JSON.stringify(await mailsTo(ctx, email))).not.toContain("script");
  });
});

describe("the sweep", () => {
  it("forgets expired proofs, and nothing else", async () => {
    const clock = new FixedClock(new Date("2026-06-01T00:00:00Z"));
    const ctx = await makeUserContext({ clock, settings: { limits } });
    await send(ctx, sendOtp, { email: newEmail(), type: "sign-in" });
    clock.advance(600_001);
    const email = newEmail();
    await send(ctx, sendOtp, { email, type: "sign-in" });
    const where = { projectId: ctx.project.id };
    await sweepProofs(ctx);
    expect(await ctx.db.verification.findMany({ where, select: { email: true } })).toEqual([{ email }]);
    expect(await ctx.db.flow.count({ where })).toBe(1);
  });
});

describe("a sign-up with an address that has a user", () => {
  it("EN-02: tells the owner of the mailbox, once in a while", async () => {
    const ctx = await makeUserContext({ settings: {} });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    const again = () => signUp(otherBrowser(ctx), email, "another long passphrase");
    await expectSignInError(again(), "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
    expect(await kindsTo(ctx, email)).toEqual(["email-verification"]);
    const wide = await make();
    const { email: second } = await signUp(wide);
    await expectSignInError(signUp(otherBrowser(wide), second), "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
    const page = (name: string) => `${wide.baseUrl}/auth/${wide.project.id}/${name}`;
    expect(await lastMailTo(wide, second, "account-exists")).toEqual({
      signInLink: page("sign-in"),
      resetLink: page("forgot-password"),
    });
  });
});
