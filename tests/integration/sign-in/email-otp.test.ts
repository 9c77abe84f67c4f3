import { describe, expect, it } from "vitest";
import { randomDigits } from "@/lib/core/crypto/secret-text";
import { checkOtp } from "@/lib/sign-in/email/otp/check";
import { resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { SignInOtpInput, signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { verifyEmailByOtp } from "@/lib/sign-in/email/otp/verify-email";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { FixedClock, random } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, twentyAtOnce, wideMailLimits, wrongCode } from "@/tests/support/mailed-proof";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const patient = { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 900 } };
const wide = { limits: { ...patient, mailedCodesPerMailbox: { limit: 1_000, windowSeconds: 900 } } };

const make = (settings: unknown = wide) => makeUserContext({ settings, clock: new FixedClock() });

async function askForCode(ctx: TestRequest, email: string): Promise<string> {
  // The newest mail is told by its time.
  if (ctx.clock instanceof FixedClock) ctx.clock.advance(1);
  await send(otherBrowser(ctx), sendOtp, { email, type: "sign-in" });
  return (await lastProof(ctx, email, "sign-in")).code;
}

const signIn = (ctx: TestRequest, email: string, otp: string) => send(otherBrowser(ctx), signInWithOtp, { email, otp });

describe("a mailed code", () => {
  it("signs in a new user, verified, with the link of the same mail spent", async () => {
    const ctx = await make();
    const email = newEmail();
    const sent = await send(ctx, sendOtp, { email: email.toUpperCase(), type: "sign-in" });
    expect(sent).toEqual({ success: true, number: expect.stringMatching(/^[0-9]{4}$/) });
    const { code, token } = await lastProof(ctx, email, "sign-in");
    const browser = otherBrowser(ctx);
    const done = await send(browser, signInWithOtp, { email: email.toUpperCase(), otp: code, name: "Ada" });
    expect(done).toMatchObject({ user: { email, name: "Ada", emailVerified: true, image: null } });
    expect((await signedInRequest(browser)).session.factors).toEqual(["email-otp"]);
    await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token, number: sent.number }), "INVALID_TOKEN");
    expect(await eventsOf(ctx)).toEqual([
      "session.sign_in accepted",
      "session.sign_in refused no_such_link",
      "sign_in.mail_request accepted",
      "user.sign_up accepted",
    ]);
  });

  it.each([
    ["in groups", (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`],
    ["with a dash", (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`],
    ["on an Arabic keyboard", (code: string) => code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "")],
  ])("SI-L3: is the same code when it's typed %s", async (_name, typed) => {
    const ctx = await make();
    const email = newEmail();
    expect(await signIn(ctx, email, typed(await askForCode(ctx, email)))).toMatchObject({ user: { email } });
  });

  it("OT-01: is dead after three wrong ones: the right one is refused, the link of its mail is not", async () => {
    const ctx = await make();
    const email = newEmail();
    await send(ctx, sendOtp, { email, type: "sign-in" });
    const { code, token } = await lastProof(ctx, email, "sign-in");
    for (let i = 0; i < 3; i += 1) await expectSignInError(signIn(ctx, email, wrongCode(code)), "INVALID_OTP");
    for (let i = 0; i < 2; i += 1) await expectSignInError(signIn(ctx, email, code), "TOO_MANY_ATTEMPTS");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    expect((await eventsOf(ctx)).filter((event) => event.endsWith("code_spent"))).toHaveLength(2);
    const { cookieHeader } = { cookieHeader: ctx.received.setCookies[0]?.split(";", 1)[0] ?? null };
    const again: TestRequest = { ...otherBrowser(ctx), cookieHeader };
    await send(again, consumeMagicLink, { token });
  });

  it("OT-01: of a hundred guesses at once three are looked at, and none counts for nothing", async () => {
    const ctx = await make();
    const email = newEmail();
    const code = await askForCode(ctx, email);
    const guesses = Array.from({ length: 101 }, (_, i) => String(i).padStart(6, "0")).filter((each) => each !== code);
    const codes = await Promise.all(
      guesses.slice(0, 100).map((otp) =>
        signIn(ctx, email, otp).then(
          () => "done",
          (error) => error.code,
        ),
      ),
    );
    expect(codes.filter((each) => each === "INVALID_OTP")).toHaveLength(3);
    expect(codes.filter((each) => each === "TOO_MANY_ATTEMPTS")).toHaveLength(97);
    await expectSignInError(signIn(ctx, email, code), "TOO_MANY_ATTEMPTS");
  });

  it("BF-03: shares the count of wrong tries with passwords, in both directions", async () => {
    const ctx = await make({ limits: wideMailLimits });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    const wrongPassword = () => send(otherBrowser(ctx), signInWithPassword, { email, password: "wrong password" });
    for (let i = 0; i < 3; i += 1) await expectSignInError(wrongPassword(), "INVALID_EMAIL_OR_PASSWORD");
    const code = await askForCode(ctx, email);
    for (let i = 0; i < 2; i += 1) await expectSignInError(signIn(ctx, email, wrongCode(code)), "INVALID_OTP");
    await expectSignInError(signIn(ctx, email, code), "TOO_MANY_ATTEMPTS");
    const password = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(password, "TOO_MANY_ATTEMPTS");
  });

  it("OT-02: with a new code for every three guesses the day's budget of the mailbox ends, whether or not it has a user", async () => {
    const ctx = await make({ limits: patient });
    const { email: known } = await signUp(ctx);
    for (const email of [known, newEmail()]) {
      const codes: string[] = [];
      for (let mail = 0; mail < 21; mail += 1) {
        const code = await askForCode(ctx, email);
        for (let i = 0; i < 3; i += 1)
          codes.push(await signIn(ctx, email, wrongCode(code)).catch((error) => error.code));
      }
      expect(codes).toEqual([...Array(60).fill("INVALID_OTP"), ...Array(3).fill("TOO_MANY_ATTEMPTS")]);
      await expectSignInError(signIn(ctx, email, await askForCode(ctx, email)), "TOO_MANY_ATTEMPTS");
    }
  });

  it("OT-02: is mailed once in a while, whether or not the mailbox has a user", async () => {
    const ctx = await make({});
    const { email: known } = await signUp(ctx);
    await expectSignInError(send(otherBrowser(ctx), sendOtp, { email: known, type: "sign-in" }), "TOO_MANY_REQUESTS");
    const unknown = newEmail();
    await send(otherBrowser(ctx), sendOtp, { email: unknown, type: "sign-in" });
    await expect(send(otherBrowser(ctx), sendOtp, { email: unknown, type: "forget-password" })).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: expect.closeTo(30, -1),
    });
    const hourly = await make({ limits: { mailInterval: wideMailLimits.mailInterval } });
    const outcomes = [];
    for (let i = 0; i < 6; i += 1) {
      outcomes.push(
        await send(hourly, sendOtp, { email: unknown, type: "sign-in" }).then(
          () => "sent",
          ({ code }) => code,
        ),
      );
    }
    expect(outcomes).toEqual([...Array(5).fill("sent"), "TOO_MANY_REQUESTS"]);
  });

  it("OT-03: used by twenty at once it signs in once", async () => {
    const ctx = await make();
    const email = newEmail();
    const code = await askForCode(ctx, email);
    const outcomes = await twentyAtOnce(() => signIn(ctx, email, code));
    expect(outcomes.done).toBe(1);
    expect(
      Object.keys(outcomes).filter((name) => !["done", "INVALID_OTP", "TOO_MANY_ATTEMPTS"].includes(name)),
    ).toEqual([]);
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(1);
    await expectSignInError(signIn(ctx, email, code), "INVALID_OTP");
  });

  it("OT-04: works for five minutes, and the link of its mail for ten", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: wide });
    const email = newEmail();
    const { number } = await send(ctx, sendOtp, { email, type: "sign-in" });
    const { token, code } = await lastProof(ctx, email, "sign-in");
    expect(await lastMailTo(ctx, email, "sign-in")).toMatchObject({ expiresInMinutes: 10, codeExpiresInMinutes: 5 });
    clock.advance(299_999);
    expect(await checkOtp(otherBrowser(ctx), { email, type: "sign-in", otp: code })).toEqual({ success: true });
    clock.advance(1);
    await expectSignInError(signIn(ctx, email, code), "OTP_EXPIRED");
    await send(otherBrowser(ctx), consumeMagicLink, { token, number });
    clock.advance(600_001);
    await expectSignInError(signIn(ctx, email, code), "INVALID_OTP");
  });

  it("OT-05: is good for its own purpose, mailbox and project alone", async () => {
    const ctx = await make();
    const other = await make();
    const [{ email }, { email: second }] = [await signUp(ctx), await signUp(otherBrowser(ctx))];
    await signUp(other, email);
    const own = (await lastProof(ctx, email, "email-verification")).code;
    let code = await askForCode(ctx, email);
    while (code === own) code = await askForCode(ctx, email);
    await expectSignInError(signIn(ctx, second, code), "INVALID_OTP");
    await expectSignInError(signIn(other, email, code), "INVALID_OTP");
    const reset = { email, otp: code, password: "another good passphrase" };
    await expectSignInError(resetPasswordByOtp(otherBrowser(ctx), reset), "INVALID_OTP");
    await expectSignInError(send(await signedInRequest(ctx), verifyEmailByOtp, { email, otp: code }), "INVALID_OTP");
    expect(await signIn(ctx, email, code)).toMatchObject({ user: { email } });
  });

  it("OT-06: is dead once a newer one is mailed", async () => {
    const ctx = await make();
    const email = newEmail();
    const first = await askForCode(ctx, email);
    let second = await askForCode(ctx, email);
    while (second === first) second = await askForCode(ctx, email);
    await expectSignInError(signIn(ctx, email, first), "INVALID_OTP");
    expect(await signIn(ctx, email, second)).toMatchObject({ user: { email } });
  });

  it("OT-07: is six digits in a text, leading zeros kept; anything else is no guess", async () => {
    const ctx = await make();
    const email = newEmail();
    for (const otp of [0, 123456, ["000000"], { $ne: "" }, null, true, undefined]) {
      expect(SignInOtpInput.safeParse({ email, otp }).success).toBe(false);
    }
    let code = await askForCode(ctx, email);
    while (!code.startsWith("0")) code = await askForCode(ctx, email);
    const bad = [`${code}0`, code.slice(1), String(Number(code)), "", "-00001", "1e4000", "\u2160".repeat(6)];
    for (const otp of bad) await expectSignInError(signIn(ctx, email, otp), "INVALID_OTP");
    expect(await signIn(ctx, email, code)).toMatchObject({ user: { email } });
  });

  it("OT-08, OT-09: is in no answer, and the database has a keyed hash of it alone", async () => {
    const ctx = await make();
    const email = newEmail();
    const answer = await send(ctx, sendOtp, { email, type: "sign-in" });
    const { code, token } = await lastProof(ctx, email, "sign-in");
    const told = JSON.stringify([answer, [...ctx.received.headers], ctx.received.setCookies, ctx.received.redirect]);
    for (const secret of [code, token]) expect(told).not.toContain(secret);
    const row = await ctx.db.verification.findFirstOrThrow({ where: { email }, select: { codeHash: true } });
    expect(row.codeHash).toMatch(/^m1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
    const [text] = await ctx.db.$queryRaw<{ text: string }[]>`
      select v::text || coalesce((select string_agg(e::text, '') from security_event e where e.project_id = v.project_id), '')
        as text from verification v where email = ${email}`;
    expect(text?.text).not.toContain(token);
    expect(text?.text).not.toContain(`"${code}"`);
  });

  it("OT-10: ten thousand codes are uniform in every digit and have no favourite", () => {
    const codes = Array.from({ length: 10_000 }, () => randomDigits(6, random));
    for (const code of codes) expect(code).toMatch(/^[0-9]{6}$/);
    const chiSquare = (counts: number[], expected: number) =>
      counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const countBy = (keys: number, key: (code: string) => number) => {
      const counts = Array<number>(keys).fill(0);
      for (const code of codes) counts[key(code)] = (counts[key(code)] ?? 0) + 1;
      return counts;
    };
    // Critical values for 9 and 99 degrees of freedom at p = 1e-6: a fair source fails once in some hundred thousand runs.
    for (let place = 0; place < 6; place += 1) {
      expect(
        chiSquare(
          countBy(10, (code) => Number(code[place])),
          1_000,
        ),
        `digit ${place}`,
      ).toBeLessThan(45.1);
    }
    expect(
      chiSquare(
        countBy(100, (code) => Number(code.slice(0, 2))),
        100,
      ),
    ).toBeLessThan(178.5);
    expect(new Set(codes).size).toBeGreaterThan(9_850);
  });

  it("can be looked at without being used, and a right look costs no try", async () => {
    const ctx = await make();
    const email = newEmail();
    const code = await askForCode(ctx, email);
    const look = (otp: string) => checkOtp(otherBrowser(ctx), { email, type: "sign-in", otp });
    for (let i = 0; i < 2; i += 1) await expectSignInError(look(wrongCode(code)), "INVALID_OTP");
    for (let i = 0; i < 5; i += 1) expect(await look(code)).toEqual({ success: true });
    expect(await signIn(ctx, email, code)).toMatchObject({ user: { email } });
    await expectSignInError(look(code), "INVALID_OTP");
  });

  it("ML-08: drops the password and sessions of a person who signed up with the mailbox unproven", async () => {
    const ctx = await make();
    const { email } = await signUp(ctx);
    await signIn(ctx, email, await askForCode(ctx, email));
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    const password = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(password, "INVALID_EMAIL_OR_PASSWORD");
  });

  it("asks for a second factor before there is a session", async () => {
    const ctx = await make();
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true, twoFactorEnabled: true } });
    const browser = otherBrowser(ctx);
    const done = await send(browser, signInWithOtp, { email, otp: await askForCode(ctx, email) });
    expect(done).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
  });

  it("of twenty new users at once with a link and a code each mailbox gets one", async () => {
    const ctx = await make();
    const email = newEmail();
    const { number } = await send(ctx, sendOtp, { email, type: "sign-in" });
    const { code, token } = await lastProof(ctx, email, "sign-in");
    let turn = 0;
    const outcomes = await twentyAtOnce(() => {
      turn += 1;
      return turn % 2 === 0 ? signIn(ctx, email, code) : send(otherBrowser(ctx), consumeMagicLink, { token, number });
    });
    expect(outcomes.done).toBe(1);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("is off where the owner says so, and mailed without a link where those are off", async () => {
    const off = await make({ methods: { emailOtp: false } });
    const email = newEmail();
    await expectSignInError(send(off, sendOtp, { email, type: "sign-in" }), "EMAIL_OTP_DISABLED");
    await expectSignInError(signIn(off, email, "123456"), "EMAIL_OTP_DISABLED");
    const noLinks = await make({ methods: { magicLink: false } });
    expect(await send(noLinks, sendOtp, { email, type: "sign-in" })).toEqual({ success: true });
    const mail = await lastMailTo(noLinks, email, "sign-in");
    expect(mail).toEqual({ link: null, code: expect.stringMatching(/^[0-9]{6}$/), expiresInMinutes: 5 });
    await expectSignInError(send(noLinks, sendOtp, { email: "nobody", type: "sign-in" }), "INVALID_EMAIL");
    for (const type of ["change-email", "", "toString"]) {
      await expectSignInError(send(noLinks, sendOtp, { email, type }), "INVALID_OTP_TYPE");
    }
  });
});
