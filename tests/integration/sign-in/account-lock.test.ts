import { describe, expect, it } from "vitest";
import type { LockNotice } from "@/lib/core/queue/add";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { isKnownBrowser } from "@/lib/sign-in/flow/known-browser";
import { changePassword } from "@/lib/sign-in/password/change";
import { sendLockNotice } from "@/lib/sign-in/password/lock-notice";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { completeSignIn } from "@/lib/sign-in/sessions/complete-sign-in";
import { deleteUser } from "@/lib/sign-in/users/delete";
import { findUserByEmail } from "@/lib/sign-in/users/find";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo, mailsTo } from "@/tests/support/mailbox";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const WRONG = "certainly not the password";
const NEW_PASSWORD = "an entirely new passphrase";
/** So that only the lock itself stands in the way. */
const settings = {
  limits: { mailInterval: { limit: 100, windowSeconds: 30 }, mailPerMailbox: { limit: 100, windowSeconds: 3_600 } },
};

const signIn = (ctx: TestRequest, email: string, password = PASSWORD) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password });

/** Five wrong passwords, each from another address. */
async function lock(ctx: TestRequest, email: string): Promise<void> {
  for (let i = 1; i <= 5; i += 1) {
    const attempt = send(otherBrowser(ctx, `203.0.113.${i}`), signInWithPassword, { email, password: WRONG });
    await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
  }
}

/** Returns the jobs of the worker about this address. */
async function noticesFor(ctx: TestRequest, email: string): Promise<LockNotice[]> {
  const rows = await ctx.db.$queryRaw<{ payload: LockNotice }[]>`
    select job.payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'send-lock-notice' and job.payload ->> 'email' = ${email}`;
  return rows.map(({ payload }) => payload);
}

describe("an account that is locked", () => {
  it("BF-01: refuses the right password from wherever, and is told of once: in the events and to its owner by mail", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(otherBrowser(ctx));
    await lock(ctx, email);
    expect(await noticesFor(ctx, email)).toEqual([]);
    for (let i = 0; i < 3; i += 1) {
      await expect(signIn(ctx, email)).rejects.toMatchObject({
        code: "TOO_MANY_ATTEMPTS",
        retryAfterSeconds: expect.any(Number),
      });
    }
    expect((await eventsOf(ctx)).filter((event) => event.startsWith("account.lock"))).toEqual([
      "account.lock accepted",
    ]);
    const [notice, ...others] = await noticesFor(ctx, email);
    expect(others).toEqual([]);
    expect(notice).toEqual({ projectId: ctx.project.id, email, locale: "en", minutes: 15 });
    if (notice) await sendLockNotice(ctx, notice);
    expect(await lastMailTo(ctx, email, "account-locked")).toEqual({
      resetLink: `http://localhost:3000/auth/${ctx.project.id}/forgot-password`,
      minutes: 15,
    });
  });

  it("EN-07: gets the same answers and the same queued work where nobody has the address, but no mail", async () => {
    const ctx = await makeUserContext({ settings });
    const email = newEmail();
    await lock(ctx, email);
    await expectSignInError(signIn(ctx, email), "TOO_MANY_ATTEMPTS");
    const [notice, ...others] = await noticesFor(ctx, email);
    expect([notice?.email, others]).toEqual([email, []]);
    if (notice) await sendLockNotice(ctx, notice);
    expect(await mailsTo(ctx, email)).toEqual([]);
  });

  it("is told neither to a blocked user, nor to one without a password", async () => {
    const ctx = await makeUserContext({ settings });
    const [banned, social] = [await signUp(otherBrowser(ctx)), await signUp(otherBrowser(ctx))];
    await ctx.db.user.update({ where: { id: banned.id }, data: { bannedAt: new Date() } });
    await ctx.db.account.deleteMany({ where: { userId: social.id } });
    for (const { email } of [banned, social]) {
      await sendLockNotice(ctx, { projectId: ctx.project.id, email, locale: "en", minutes: 15 });
      expect((await mailsTo(ctx, email)).map(({ kind }) => kind)).not.toContain("account-locked");
    }
  });

  it("BF-02: keeps the sessions it has, and a passkey signs in all the same", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(ctx);
    await lock(ctx, email);
    await expectSignInError(signIn(ctx, email), "TOO_MANY_ATTEMPTS");
    expect((await signedInRequest(ctx)).session.user.email).toBe(email);
    const user = await findUserByEmail(ctx, email);
    if (!user) throw new Error("the user is there");
    const browser = otherBrowser(ctx);
    await send(browser, completeSignIn, { user, factor: "passkey", isRemembered: true, isSufficient: true });
    expect((await signedInRequest(browser)).session.factors).toEqual(["passkey"]);
  });

  it("BF-02: is opened by a user who proves the mailbox and chooses a new password", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(otherBrowser(ctx));
    await lock(ctx, email);
    await expectSignInError(signIn(ctx, email), "TOO_MANY_ATTEMPTS");
    await requestPasswordReset(otherBrowser(ctx), { email });
    const { link } = await lastMailTo(ctx, email, "password-reset");
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    await resetPassword(otherBrowser(ctx), { newPassword: NEW_PASSWORD, token });
    expect(await signIn(ctx, email, NEW_PASSWORD)).toMatchObject({ user: { email } });
  });
});

describe("a browser in which the user has signed in", () => {
  /** Returns the same browser without its session, as it is after some days. */
  const afterSignOut = async (ctx: TestRequest): Promise<TestRequest> => ({
    ...(await nextRequest(ctx)),
    session: null,
    sessionToken: null,
  });

  it("BF-02: signs in with the right password while strangers keep the account locked, and has five tries of its own", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(ctx);
    const known = await afterSignOut(ctx);
    await lock(ctx, email);
    await expectSignInError(signIn(ctx, email), "TOO_MANY_ATTEMPTS");
    expect(await send(known, signInWithPassword, { email, password: PASSWORD })).toMatchObject({ user: { email } });
    await expectSignInError(signIn(ctx, email), "TOO_MANY_ATTEMPTS");
    for (let i = 0; i < 5; i += 1) {
      const attempt = send(known, signInWithPassword, { email, password: WRONG });
      await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
    }
    const sixth = send(known, signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(sixth, "TOO_MANY_ATTEMPTS");
  });

  it("BF-02: shares its count with all others that are known, so that many such cookies are no more guesses", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(otherBrowser(ctx));
    const browsers = Array.from({ length: 7 }, () => otherBrowser(ctx));
    for (const browser of browsers) await send(browser, signInWithPassword, { email, password: PASSWORD });
    const codes: string[] = [];
    for (const browser of browsers) {
      const guess = send(await afterSignOut(browser), signInWithPassword, { email, password: WRONG });
      codes.push(await guess.then(String, ({ code }) => code));
    }
    expect(codes).toEqual([...Array(5).fill("INVALID_EMAIL_OR_PASSWORD"), ...Array(2).fill("TOO_MANY_ATTEMPTS")]);
  });

  it("BF-02: is known for its own account and project alone, for half a year, and cannot be made up", async () => {
    const clock = new FixedClock();
    const [ctx, foreign] = [await makeUserContext({ clock, settings }), await makeUserContext({ clock, settings })];
    const { email } = await signUp(ctx);
    const other = await signUp(otherBrowser(ctx));
    await signUp(otherBrowser(foreign), email);
    const known = await afterSignOut(ctx);
    const value = known.cookie("known") ?? "";
    const [end = "", ...mac] = value.split(".");
    const withCookie = (ctx: TestRequest, text: string): TestRequest => ({
      ...otherBrowser(ctx),
      cookieHeader: `coppice_known_${ctx.project.id}=${text}`,
    });
    expect(isKnownBrowser(withCookie(ctx, value), email)).toBe(true);
    const later = `${Number(end) + 1}.${mac.join(".")}`;
    for (const text of [later, value.slice(0, -1), `${end}.`, end, "", "x", `${value} `]) {
      expect(isKnownBrowser(withCookie(ctx, text), email), text).toBe(text === `${value} `);
    }
    expect(isKnownBrowser(withCookie(ctx, value), other.email)).toBe(false);
    expect(isKnownBrowser(withCookie(foreign, value), email)).toBe(false);
    clock.advance(180 * 86_400_000);
    expect(isKnownBrowser(withCookie(ctx, value), email)).toBe(false);
  });

  it("BF-02: is mailed a way back while strangers have used up the mails of an hour", async () => {
    const clock = new FixedClock();
    const limits = { mailInterval: { limit: 100, windowSeconds: 30 } };
    const ctx = await makeUserContext({ clock, settings: { limits } });
    const { email } = await signUp(ctx);
    const known = await afterSignOut(ctx);
    const ask = (browser: TestRequest) => requestPasswordReset(browser, { email });
    // The mail of the sign-up was the first of five.
    for (let i = 0; i < 4; i += 1) await ask(otherBrowser(ctx));
    await expectSignInError(ask(otherBrowser(ctx)), "TOO_MANY_REQUESTS");
    for (let i = 0; i < 5; i += 1) await ask(known);
    await expectSignInError(ask(known), "TOO_MANY_REQUESTS");
  });
});

describe("wrong tries", () => {
  it("BF-03: count together on every path that asks for the account's secret", async () => {
    const ctx = await makeUserContext({ settings });
    const { email } = await signUp(ctx);
    // A session without the cookie of a known browser, which has a count of its own.
    const mine = { ...(await signedInRequest(ctx)), cookieHeader: null };
    await send(otherBrowser(ctx), sendOtp, { email, type: "sign-in" });
    const { code } = await lastMailTo(ctx, email, "sign-in");
    const otp = code === "000000" ? "000001" : "000000";
    await expectSignInError(signIn(ctx, email, WRONG), "INVALID_EMAIL_OR_PASSWORD");
    await expectSignInError(verifyOwnPassword(mine, { password: WRONG }), "INVALID_PASSWORD");
    const change = send(mine, changePassword, { currentPassword: WRONG, newPassword: NEW_PASSWORD });
    await expectSignInError(change, "INVALID_PASSWORD");
    await expectSignInError(send(mine, deleteUser, { password: WRONG }), "INVALID_PASSWORD");
    await expectSignInError(send(otherBrowser(ctx), signInWithOtp, { email, otp }), "INVALID_OTP");
    const refused = [
      () => signIn(ctx, email),
      () => verifyOwnPassword(mine, { password: PASSWORD }),
      () => send(mine, changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      () => send(mine, deleteUser, { password: PASSWORD }),
      () => send(otherBrowser(ctx), signInWithOtp, { email, otp: code ?? "" }),
    ];
    for (const attempt of refused) await expectSignInError(attempt(), "TOO_MANY_ATTEMPTS");
  });
});
