import { describe, expect, it } from "vitest";
import { changeEmailByOtp, requestEmailChangeByOtp } from "@/lib/sign-in/email/otp/change-email";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { requestEmailChange } from "@/lib/sign-in/email/request-change";
import { describeEmailLink, verifyEmail } from "@/lib/sign-in/email/verify";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { kindsTo, lastProof, tokenOf, twentyAtOnce, wideMailLimits, wrongCode } from "@/tests/support/mailed-proof";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  otherBrowser,
  type SignedInTestRequest,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";

const limits = { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 60 } };

async function makeUser(isVerified = true) {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ settings: { limits }, clock });
  const { id, email } = await signUp(ctx);
  await ctx.db.user.update({ where: { id }, data: { emailVerified: isVerified } });
  // The newest mail is told by its time.
  clock.advance(1);
  return { clock, ctx, id, email, mine: await signedInRequest(ctx) };
}

const confirmationOf = async (ctx: TestRequest, email: string) =>
  tokenOf((await lastMailTo(ctx, email, "change-email-confirmation")).link);

/** A change that the old mailbox has agreed to, with the mail to the new one. */
async function confirmedChange(mine: SignedInTestRequest, newEmail: string) {
  await requestEmailChange(mine, { newEmail });
  await send(otherBrowser(mine), verifyEmail, { token: await confirmationOf(mine, mine.session.user.email) });
  return lastProof(mine, newEmail, "change-email-verification");
}

describe("a change of address by links", () => {
  it("is confirmed by the old mailbox, then by the new one, and keeps the session", async () => {
    const { ctx, mine, id, email: from } = await makeUser();
    await ctx.db.user.update({ where: { id }, data: { isTestUser: true } });
    const to = newEmail();
    expect(await requestEmailChange(mine, { newEmail: to, callbackURL: "/settings" })).toEqual({ status: true });
    expect(await kindsTo(ctx, to)).toEqual([]);
    const confirmation = await confirmationOf(ctx, from);
    expect(await describeEmailLink(otherBrowser(ctx), confirmation)).toEqual({
      valid: true,
      purpose: "change-email-confirmation",
      needs: "nothing",
    });
    expect(await send(otherBrowser(ctx), verifyEmail, { token: confirmation })).toEqual({
      status: true,
      user: null,
      purpose: "change-email-confirmation",
      callbackURL: "/settings",
    });
    const { token } = await lastProof(ctx, to, "change-email-verification");
    expect((await describeEmailLink(mine, token)).needs).toBe("nothing");
    expect(await send(mine, verifyEmail, { token })).toMatchObject({
      status: true,
      purpose: "change-email-verification",
      callbackURL: "/settings",
      user: { id, email: to, emailVerified: true },
    });
    expect((await signedInRequest(ctx)).session.user.email).toBe(to);
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id } })).isTestUser).toBe(false);
    expect(await lastMailTo(ctx, from, "email-changed")).toEqual({ newEmail: to });
    const signIn = (email: string) => send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(signIn(from), "INVALID_EMAIL_OR_PASSWORD");
    expect(await signIn(to)).toMatchObject({ user: { id } });
    const events = await eventsOf(ctx);
    expect(events.filter((event) => event === "email.change_request accepted")).toHaveLength(2);
    expect(events).toContain("email.change accepted");
  });

  it("is completed only in a browser that is signed in to the account, so that nobody confirms a stranger's", async () => {
    const { ctx, mine } = await makeUser();
    const to = newEmail();
    const { token } = await confirmedChange(mine, to);
    const stranger = otherBrowser(ctx);
    await signUp(stranger);
    for (const browser of [otherBrowser(ctx), await signedInRequest(stranger)]) {
      expect((await describeEmailLink(browser, token)).needs).toBe("session");
      await expectSignInError(send(browser, verifyEmail, { token }), "UNAUTHORIZED");
    }
    expect((await send(mine, verifyEmail, { token })).user?.email).toBe(to);
  });

  it("EN-04: an address that is taken gets the answer of a free one, and no mail", async () => {
    const { ctx, mine, email: from } = await makeUser();
    const { email: taken } = await signUp(otherBrowser(ctx));
    expect(await requestEmailChange(mine, { newEmail: taken })).toEqual({ status: true });
    const token = await confirmationOf(ctx, from);
    expect(await send(otherBrowser(ctx), verifyEmail, { token })).toMatchObject({ status: true, user: null });
    expect(await kindsTo(ctx, taken)).toEqual(["email-verification"]);
    const requests = await ctx.db.securityEvent.findMany({
      where: { userId: mine.session.user.id, kind: "email.change_request" },
    });
    expect(requests.map(({ data }) => (data as { mailedTo?: string } | null)?.mailedTo).sort()).toEqual([
      "nobody",
      "old",
    ]);
  });

  it("fails when somebody has taken the address meanwhile, and leaves the old one", async () => {
    const { ctx, mine, email: from } = await makeUser();
    const to = newEmail();
    const { token } = await confirmedChange(mine, to);
    await signUp(otherBrowser(ctx), to);
    await expectSignInError(send(mine, verifyEmail, { token }), "INVALID_TOKEN");
    expect((await signedInRequest(ctx)).session.user.email).toBe(from);
    expect(await eventsOf(ctx)).toContain("email.change refused link_used");
  });

  it("PW-08: ends every link and code that was mailed before, to the old address and to the new one", async () => {
    const { ctx, mine, email: from } = await makeUser();
    const to = newEmail();
    await requestPasswordReset(otherBrowser(ctx), { email: from });
    const reset = await lastProof(ctx, from, "password-reset");
    await send(otherBrowser(ctx), sendOtp, { email: from, type: "sign-in" });
    await send(otherBrowser(ctx), sendOtp, { email: to, type: "sign-in" });
    const { token } = await confirmedChange(mine, to);
    await send(mine, verifyEmail, { token });
    expect(await ctx.db.verification.count({ where: { projectId: ctx.project.id } })).toBe(0);
    const late = resetPassword(otherBrowser(ctx), { token: reset.token, newPassword: "an entirely new passphrase" });
    await expectSignInError(late, "INVALID_TOKEN");
  });

  it("is taken once by twenty at once, each of its links, and a newer request ends the older", async () => {
    const { clock, ctx, mine, email: from } = await makeUser();
    const [first, second] = [newEmail(), newEmail()];
    await requestEmailChange(mine, { newEmail: first });
    const old = await confirmationOf(ctx, from);
    clock.advance(1_000);
    await requestEmailChange(mine, { newEmail: second });
    await expectSignInError(send(otherBrowser(ctx), verifyEmail, { token: old }), "INVALID_TOKEN");
    const confirmation = await confirmationOf(ctx, from);
    const confirmed = await twentyAtOnce(() => send(otherBrowser(ctx), verifyEmail, { token: confirmation }));
    expect(confirmed).toEqual({ done: 1, INVALID_TOKEN: 19 });
    expect(await kindsTo(ctx, second)).toEqual(["change-email-verification"]);
    const { token } = await lastProof(ctx, second, "change-email-verification");
    const completed = await twentyAtOnce(() => send({ ...mine }, verifyEmail, { token }));
    expect(completed).toEqual({ done: 1, INVALID_TOKEN: 19 });
  });

  it("does not ask a mailbox that was never proven, and wants a fresh session instead", async () => {
    const { clock, ctx, mine, email: from } = await makeUser(false);
    const to = newEmail();
    await requestEmailChange(mine, { newEmail: to });
    expect(await kindsTo(ctx, from)).toEqual(["email-verification"]);
    const { token } = await lastProof(ctx, to, "change-email-verification");
    expect((await send(mine, verifyEmail, { token })).user).toMatchObject({ email: to, emailVerified: true });
    expect(await send(otherBrowser(ctx), signInWithPassword, { email: to, password: PASSWORD })).toMatchObject({
      user: { email: to },
    });
    const stale = await makeUser(false);
    stale.clock.advance(601_000);
    await expectSignInError(requestEmailChange(stale.mine, { newEmail: newEmail() }), "SESSION_NOT_FRESH");
    const otp = requestEmailChangeByOtp(stale.mine, { newEmail: newEmail() });
    await expectSignInError(otp, "SESSION_NOT_FRESH");
    expect(clock.now()).not.toEqual(stale.clock.now());
  });

  it("is mailed within the limits of both mailboxes, and to another address only", async () => {
    const ctx = await makeUserContext({ settings: {} });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    const mine = await signedInRequest(ctx);
    await expectSignInError(requestEmailChange(mine, { newEmail: email }), "EMAIL_IS_THE_SAME");
    await requestEmailChange(mine, { newEmail: newEmail() });
    await expectSignInError(requestEmailChange(mine, { newEmail: newEmail() }), "TOO_MANY_REQUESTS");
  });
});

describe("a change of address by codes", () => {
  it("takes a code of the old mailbox, then one of the new one, and keeps the session", async () => {
    const { ctx, mine, id, email: from } = await makeUser();
    const to = newEmail();
    await expect(requestEmailChangeByOtp(mine, { newEmail: to })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: "OTP is required to verify current email",
    });
    await send(mine, sendOtp, { email: from, type: "email-verification" });
    const { code: otp } = await lastProof(ctx, from, "email-verification");
    const wrong = requestEmailChangeByOtp(mine, { newEmail: to, otp: wrongCode(otp) });
    await expectSignInError(wrong, "INVALID_OTP");
    expect(await kindsTo(ctx, to)).toEqual([]);
    expect(await requestEmailChangeByOtp(mine, { newEmail: to, otp })).toEqual({ success: true });
    await expectSignInError(requestEmailChangeByOtp(mine, { newEmail: to, otp }), "INVALID_OTP");
    const { code } = await lastProof(ctx, to, "change-email-verification");
    expect(await changeEmailByOtp(mine, { newEmail: to, otp: code })).toEqual({ success: true });
    expect((await signedInRequest(ctx)).session.user).toMatchObject({ id, email: to, emailVerified: true });
  });

  it("OT-05: takes no code of another user's change to the same address", async () => {
    const { ctx, mine } = await makeUser(false);
    const to = newEmail();
    const browser = otherBrowser(ctx);
    await signUp(browser);
    const theirs = await signedInRequest(browser);
    await requestEmailChange(mine, { newEmail: to });
    const { code } = await lastProof(ctx, to, "change-email-verification");
    await expectSignInError(changeEmailByOtp(theirs, { newEmail: to, otp: code }), "INVALID_OTP");
    await requestEmailChange(theirs, { newEmail: to });
    expect(await changeEmailByOtp(mine, { newEmail: to, otp: code })).toEqual({ success: true });
  });

  it("OT-01: dies after three wrong ones", async () => {
    const { mine } = await makeUser();
    const to = newEmail();
    const { code } = await confirmedChange(mine, to);
    for (let i = 0; i < 3; i += 1) {
      await expectSignInError(changeEmailByOtp(mine, { newEmail: to, otp: wrongCode(code) }), "INVALID_OTP");
    }
    await expectSignInError(changeEmailByOtp(mine, { newEmail: to, otp: code }), "TOO_MANY_ATTEMPTS");
  });
});
