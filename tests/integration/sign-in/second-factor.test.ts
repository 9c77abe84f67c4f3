import { describe, expect, it } from "vitest";
import { AUTH_LIMITS } from "@/lib/core/rate-limits";
import { checkOtp } from "@/lib/sign-in/email/otp/check";
import { resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { completeSignIn } from "@/lib/sign-in/sessions/complete-sign-in";
import { requireFreshSession } from "@/lib/sign-in/sessions/require-fresh";
import { generateBackupCodes } from "@/lib/sign-in/two-factor/generate-backup-codes";
import { verifyBackupCode, verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { findUserById } from "@/lib/sign-in/users/find";
import { OPERATOR } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { overtakenAtEachRead } from "@/tests/support/overtaken";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import {
  challenged,
  challengedBrowsers,
  enrol,
  enrolled,
  STEP_SECONDS,
  totpAt,
  withoutLock,
  wrongTotp,
} from "@/tests/support/two-factor";

describe("a code of an authenticator app", () => {
  it("TO-01: is accepted once, of 20 at the same time and of two browsers", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const code = await totpAt(secret, clock.now());
    const browsers = await challengedBrowsers(ctx, user.email, 20);
    const limitless = browsers.map((browser) => ({ ...browser, project: withoutLock(ctx) }));
    const results = await Promise.allSettled(limitless.map((browser) => send(browser, verifyTotp, { code })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "INVALID_CODE" });
    }
    clock.advance(1_000);
    const again = { ...(await challenged(ctx, user.email)), project: withoutLock(ctx) };
    await expectSignInError(send(again, verifyTotp, { code }), "INVALID_CODE");
    clock.advance(STEP_SECONDS * 1_000);
    await send(again, verifyTotp, { code: await totpAt(secret, clock.now()) });
    const earlier = await totpAt(secret, clock.now(), -1);
    const after = { ...(await challenged(ctx, user.email)), project: withoutLock(ctx) };
    await expectSignInError(send(after, verifyTotp, { code: earlier }), "INVALID_CODE");
  });

  it("8.8: is accepted after the service's clock was set back by a day, and once", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const verify = async (code: string) =>
      send({ ...(await challenged(ctx, user.email)), project: withoutLock(ctx) }, verifyTotp, { code });
    clock.advance(10 * STEP_SECONDS * 1_000);
    await verify(await totpAt(secret, clock.now()));
    clock.advance(-86_400_000);
    const code = await totpAt(secret, clock.now());
    expect(await verify(code)).toHaveProperty("token");
    await expectSignInError(verify(code), "INVALID_CODE");
    await expectSignInError(verify(await totpAt(secret, clock.now(), -1)), "INVALID_CODE");
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])("TO-02: of the step %i away is accepted: %s", async (steps, isAccepted) => {
    const { ctx, clock, user, secret } = await enrolled();
    clock.advance(10 * STEP_SECONDS * 1_000);
    const browser = await challenged(ctx, user.email);
    const answer = send(browser, verifyTotp, { code: await totpAt(secret, clock.now(), steps) });
    if (isAccepted) expect(await answer).toMatchObject({ user: { email: user.email } });
    else await expectSignInError(answer, "INVALID_CODE");
  });

  it("TO-03: is held against the service's own time, regardless of the request", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    const later = new Date(clock.now().getTime() + 3_600_000);
    const input = { code: await totpAt(secret, later), epoch: later.getTime() / 1_000, time: later.toISOString() };
    await expectSignInError(send(browser, verifyTotp, input), "INVALID_CODE");
  });

  it("may hold spaces, and any other text is a wrong one", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    for (const code of ["", "12345", "1234567", "abcdef", "12345\u0000"]) {
      await expectSignInError(send(browser, verifyTotp, { code }), "INVALID_CODE");
    }
    const next = await challenged(ctx, user.email);
    const code = await totpAt(secret, clock.now());
    expect(await send(next, verifyTotp, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).toHaveProperty("token");
  });
});

describe("the challenge of a sign-in", () => {
  it("gives no session before the second factor, and afterwards one that has had both", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = otherBrowser(ctx);
    await send(browser, signInWithPassword, { email: user.email, password: PASSWORD, rememberMe: false });
    expect(browser.received.session).toBeNull();
    const next = await nextRequest(browser);
    expect(next).toMatchObject({ session: null, sessionToken: null });
    const done = await send(next, verifyTotp, { code: await totpAt(secret, clock.now()) });
    expect(next.received.session?.maxAgeSeconds).toBeNull();
    const { session } = await signedInRequest(next);
    expect(session).toMatchObject({ id: done.token, factors: ["password", "totp"], isRemembered: false });
    expect(await eventsOf(ctx)).toContain("session.second_factor accepted");
    await expectSignInError(
      send(await nextRequest(browser), verifyTotp, { code: "000000" }),
      "INVALID_TWO_FACTOR_COOKIE",
    );
  });

  it("TO-04: is dead after five wrong codes, at once or one after the other, for the right one too", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const code = await wrongTotp(secret, clock.now());
    const browser = await challenged(ctx, user.email);
    for (let i = 0; i < 5; i += 1) await expectSignInError(send(browser, verifyTotp, { code }), "INVALID_CODE");
    const right = await totpAt(secret, clock.now());
    await expectSignInError(send(browser, verifyTotp, { code: right }), "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
    await expectSignInError(send(await nextRequest(browser), verifyTotp, { code: right }), "INVALID_TWO_FACTOR_COOKIE");

    const parallel = await challenged(ctx, user.email);
    const open = { ...parallel, project: withoutLock(ctx) };
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => send(open, verifyTotp, { code })));
    const codes = results.map((result) => (result.status === "rejected" ? result.reason.code : "accepted"));
    expect(codes.filter((each) => each === "INVALID_CODE")).toHaveLength(5);
    expect(await eventsOf(ctx)).toContain("session.second_factor refused wrong_code");
  });

  it("refuses the one of two right codes that is overtaken as ended or used, and not as one try too many", async () => {
    const outcomes = await overtakenAtEachRead(async () => {
      const { ctx, clock, user, secret } = await enrolled();
      const code = await totpAt(secret, clock.now());
      const browser = await challenged(ctx, user.email);
      const verify = (each: TestRequest) => send(each, verifyTotp, { code });
      return { ctx: { ...browser }, first: () => verify({ ...browser }), second: verify };
    });
    expect(outcomes).toContain("INVALID_TWO_FACTOR_COOKIE");
    expect(outcomes.filter((each) => !["INVALID_TWO_FACTOR_COOKIE", "INVALID_CODE"].includes(each))).toEqual([]);
  });

  it("BF-01, BF-03: closes the account after ten wrong codes of either kind, for 15 minutes, also for the right one", async () => {
    const { ctx, clock, user, secret, backupCodes, request } = await enrolled();
    const code = await wrongTotp(secret, clock.now());
    for (let i = 0; i < 5; i += 1) {
      const browser = await challenged(ctx, user.email, otherBrowser(ctx, `203.0.113.${i}`));
      await expectSignInError(send(browser, verifyTotp, { code }), "INVALID_CODE");
      await expectSignInError(send(browser, verifyBackupCode, { code: "AAAA-AAAA" }), "INVALID_BACKUP_CODE");
    }
    const browser = await challenged(ctx, user.email, otherBrowser(ctx, "203.0.113.99"));
    const right = await totpAt(secret, clock.now());
    const locked = await send(browser, verifyTotp, { code: right }).catch((error) => error);
    expect(locked).toMatchObject({ code: "ACCOUNT_TEMPORARILY_LOCKED" });
    // The ten codes took a while of the 15 minutes, which the limiter counts by the clock of the machine.
    expect(locked.retryAfterSeconds).toBeGreaterThan(10 * 60);
    expect(locked.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    await expectSignInError(
      send(browser, verifyBackupCode, { code: backupCodes[0] ?? "" }),
      "ACCOUNT_TEMPORARILY_LOCKED",
    );
    const signedIn = await signedInRequest(request);
    await expectSignInError(send(signedIn, verifyTotp, { code: right }), "ACCOUNT_TEMPORARILY_LOCKED");
    const stepUp = { password: PASSWORD, code: right };
    await expectSignInError(generateBackupCodes(signedIn, stepUp), "ACCOUNT_TEMPORARILY_LOCKED");
    await ctx.rateLimiter.reset(
      { ...ctx.project.settings.limits.wrongSecondFactor, name: AUTH_LIMITS.wrongSecondFactor },
      user.id,
    );
    expect(await send(browser, verifyTotp, { code: right })).toHaveProperty("token");
  });

  it("BF-02: a thief who closes it by wrong codes ends no session, and a passkey that verified its user still signs in", async () => {
    const { ctx, clock, user, secret, request } = await enrolled();
    const code = await wrongTotp(secret, clock.now());
    const browsers = await challengedBrowsers(ctx, user.email, 10);
    await Promise.allSettled(browsers.map((browser) => send(browser, verifyTotp, { code })));
    await expectSignInError(
      send(await challenged(ctx, user.email), verifyTotp, { code }),
      "ACCOUNT_TEMPORARILY_LOCKED",
    );
    expect((await signedInRequest(request)).session.user.id).toBe(user.id);
    const row = await findUserById(ctx, user.id);
    if (!row) throw new Error("no user");
    const browser = otherBrowser(ctx);
    const passkey = { user: row, factor: "passkey", isRemembered: true, isSufficient: true } as const;
    expect(await send(browser, completeSignIn, passkey)).toHaveProperty("token");
  });

  it("a right code forgets the wrong ones", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const code = await wrongTotp(secret, clock.now());
    for (let round = 0; round < 3; round += 1) {
      const browser = await challenged(ctx, user.email);
      for (let i = 0; i < 4; i += 1) await expectSignInError(send(browser, verifyTotp, { code }), "INVALID_CODE");
      await send(browser, verifyTotp, { code: await totpAt(secret, clock.now()) });
      clock.advance(STEP_SECONDS * 1_000);
    }
  });

  it("TO-09: is of one browser and one project, and ends after ten minutes", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    const code = await totpAt(secret, clock.now());
    await expectSignInError(send(otherBrowser(ctx), verifyTotp, { code }), "INVALID_TWO_FACTOR_COOKIE");
    const elsewhere = await makeUserContext({ clock });
    const carried = (browser.cookieHeader ?? "").replaceAll(ctx.project.id, elsewhere.project.id);
    const there = { ...elsewhere, cookieHeader: carried };
    await expectSignInError(send(there, verifyTotp, { code }), "INVALID_TWO_FACTOR_COOKIE");
    const torn = { ...browser, cookieHeader: (browser.cookieHeader ?? "").slice(0, -8) };
    await expectSignInError(send(torn, verifyTotp, { code }), "INVALID_TWO_FACTOR_COOKIE");
    clock.advance(601_000);
    const late = await totpAt(secret, clock.now());
    await expectSignInError(send(browser, verifyTotp, { code: late }), "INVALID_TWO_FACTOR_COOKIE");
  });

  it("of a user who was blocked meanwhile is refused, also with the right code", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    await ctx.db.user.update({ where: { id: user.id }, data: { bannedAt: clock.now() } });
    await expectSignInError(send(browser, verifyTotp, { code: await totpAt(secret, clock.now()) }), "BANNED_USER");
    expect(await eventsOf(ctx)).toContain("session.second_factor refused banned");
  });

  it("3.11: of a user who was deleted meanwhile is refused, and makes nobody", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    await deleteUserByOwner({ ...ctx, actor: OPERATOR }, { projectId: ctx.project.id, userId: user.id });
    const code = await totpAt(secret, clock.now());
    await expectSignInError(send(browser, verifyTotp, { code }), "INVALID_TWO_FACTOR_COOKIE");
    expect((await nextRequest(browser)).session).toBeNull();
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });
});

describe("backup codes", () => {
  it("TO-10: are ten, hashed at rest, and each is good once, of 20 at the same time", async () => {
    const { ctx, user, backupCodes } = await enrolled();
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    const [first = "", second = "", third = ""] = backupCodes;
    const stored = JSON.stringify(await ctx.db.backupCode.findMany({ where: { userId: user.id } }));
    for (const code of backupCodes) expect(stored).not.toContain(code.slice(0, 4));
    const browsers = await challengedBrowsers(ctx, user.email, 20);
    const results = await Promise.allSettled(
      browsers.map((browser) => send({ ...browser, project: withoutLock(ctx) }, verifyBackupCode, { code: first })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const loose = ` ${second.toLowerCase().replace("-", " ")} `;
    const done = await challenged(ctx, user.email);
    await send(done, verifyBackupCode, { code: loose });
    expect((await signedInRequest(done)).session.factors).toEqual(["password", "backup-code"]);
    await send(await challenged(ctx, user.email), verifyBackupCode, { code: third.replace("-", "") });
    expect(await ctx.db.backupCode.count({ where: { userId: user.id } })).toBe(7);
  });

  it("TO-10: made anew void the earlier ones, also when two are made at once", async () => {
    const { ctx, user, request, backupCodes } = await enrolled();
    const signedIn = await signedInRequest(request);
    const made = await Promise.all([1, 2].map(() => generateBackupCodes(signedIn, { password: PASSWORD })));
    const codes = made.flatMap((each) => each.backupCodes);
    expect(await ctx.db.backupCode.count({ where: { userId: user.id } })).toBe(10);
    const isGood = async (code = "") =>
      send({ ...(await challenged(ctx, user.email)), project: withoutLock(ctx) }, verifyBackupCode, { code }).then(
        () => true,
        () => false,
      );
    expect(await isGood(backupCodes[0])).toBe(false);
    expect([await isGood(codes[0]), await isGood(codes[10])].filter(Boolean)).toHaveLength(1);
    expect((await eventsOf(ctx)).filter((event) => event === "two_factor.backup_codes accepted")).toHaveLength(2);
  });

  it("of one user are none of another's", async () => {
    const { ctx, clock, backupCodes } = await enrolled();
    const second = otherBrowser(ctx);
    const other = await enrol(second, clock);
    const browser = await challenged(ctx, other.user.email);
    await expectSignInError(send(browser, verifyBackupCode, { code: backupCodes[0] ?? "" }), "INVALID_BACKUP_CODE");
  });
});

describe("an action that asks for a fresh session", () => {
  it("PK-12: takes the second factor of a user who has one, not their password alone", async () => {
    const { clock, request, secret } = await enrolled();
    clock.advance(30 * 60_000);
    await verifyOwnPassword(await signedInRequest(request), { password: PASSWORD });
    const stale = await signedInRequest(request);
    expect(() => requireFreshSession(stale)).toThrowError(expect.objectContaining({ code: "SESSION_NOT_FRESH" }));
    await send(stale, verifyTotp, { code: await totpAt(secret, clock.now()) });
    requireFreshSession(await signedInRequest(stale));
  });
});

describe("a browser that changes its answers", () => {
  it("OT-11: has no session, with any belief of the first factor, of a code or of a check", async () => {
    const { ctx, clock, user, secret } = await enrolled({
      limits: { mailInterval: { limit: 100, windowSeconds: 30 } },
    });
    const browser = await challenged(ctx, user.email);
    expect(browser.session).toBeNull();
    await expectSignInError(send(browser, verifyTotp, { code: await wrongTotp(secret, clock.now()) }), "INVALID_CODE");
    expect((await nextRequest(browser)).session).toBeNull();

    await send(otherBrowser(ctx), sendOtp, { email: user.email, type: "forget-password" });
    const { code = "" } = await lastMailTo(ctx, user.email, "password-reset");
    const otp = code === "000000" ? "000001" : "000000";
    const given = { email: user.email, otp, password: "an entirely new passphrase" };
    await expectSignInError(checkOtp(otherBrowser(ctx), { ...given, type: "forget-password" }), "INVALID_OTP");
    await expectSignInError(resetPasswordByOtp(otherBrowser(ctx), given), "INVALID_OTP");
    expect(await challenged(ctx, user.email)).toMatchObject({ session: null });
  });
});
