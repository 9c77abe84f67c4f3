import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkOtp } from "@/lib/sign-in/email/otp/check";
import { requestOtpReset, resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { sendOtp } from "@/lib/sign-in/email/otp/send";
import { signInWithOtp } from "@/lib/sign-in/email/otp/sign-in";
import { verifyEmailByOtp } from "@/lib/sign-in/email/otp/verify-email";
import { requestEmailChange } from "@/lib/sign-in/email/request-change";
import { sendVerificationEmail } from "@/lib/sign-in/email/send-verification";
import { verifyEmail } from "@/lib/sign-in/email/verify";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { FixedClock } from "@/tests/support/context";
import { CountingQueue } from "@/tests/support/counting-queue";
import { mailsTo } from "@/tests/support/mailbox";
import { wideMailLimits } from "@/tests/support/mailed-proof";
import { makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { recordingDatabase } from "@/tests/support/statements";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const limits = { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 60 } };

let recording: Awaited<ReturnType<typeof recordingDatabase>>;
beforeAll(async () => {
  recording = await recordingDatabase();
});
afterAll(() => recording.close());

type Ask = (ctx: TestRequest, email: string) => Promise<unknown>;

/** Returns all that a caller could tell apart: outcome, shapes of cookies, statements in order, hashes. */
async function traceOf(ctx: TestRequest, ask: Ask, email: string) {
  const passwords = new CountingQueue();
  const traced = { ...otherBrowser(ctx), db: recording.db, signIn: { ...ctx.signIn, passwords } };
  recording.statements.length = 0;
  const outcome = await ask(traced, email).then(
    (answer) => JSON.stringify(answer).replaceAll(/"number":"\d{4}"/g, '"number":"0000"'),
    ({ code }) => `refused ${code}`,
  );
  const cookies = traced.received.setCookies.map((field) => `${field.split("=", 1)[0]} ${field.length}`);
  return { outcome, cookies, hashes: passwords.hashes, statements: [...recording.statements] };
}

/** Every request that names an address, with the answer for each. */
const REQUESTS: [name: string, outcome: string, ask: Ask][] = [
  ["magic link", '{"status":true,"number":"0000"}', (ctx, email) => send(ctx, requestMagicLink, { email })],
  ["sign-in code", '{"success":true,"number":"0000"}', (ctx, email) => send(ctx, sendOtp, { email, type: "sign-in" })],
  ["verification code", '{"success":true}', (ctx, email) => send(ctx, sendOtp, { email, type: "email-verification" })],
  ["reset code", '{"success":true}', (ctx, email) => send(ctx, sendOtp, { email, type: "forget-password" })],
  ["reset code, by its route", '{"success":true}', (ctx, email) => requestOtpReset(ctx, { email })],
  ["verification mail", '{"status":true}', (ctx, email) => sendVerificationEmail(ctx, { email })],
  [
    "reset link",
    '{"status":true,"message":"If this email exists in our system, check your email for the reset link"}',
    (ctx, email) => requestPasswordReset(ctx, { email }),
  ],
];

const GUESS = "314159";

const GUESSES: [name: string, ask: Ask][] = [
  ["sign-in", (ctx, email) => send(ctx, signInWithOtp, { email, otp: GUESS })],
  ["a look", (ctx, email) => checkOtp(ctx, { email, type: "sign-in", otp: GUESS })],
  ["verification", (ctx, email) => send(ctx, verifyEmailByOtp, { email, otp: GUESS })],
  ["reset", (ctx, email) => resetPasswordByOtp(ctx, { email, otp: GUESS, password: "an entirely new passphrase" })],
];

describe.each([true, false])("with sign-up open: %s", (isSignUpOpen) => {
  const open = (settings: object = {}) =>
    makeUserContext({ settings: { limits, ...settings }, clock: new FixedClock() });
  const closed = (ctx: TestRequest): TestRequest => {
    const { settings } = ctx.project;
    const methods = { ...settings.methods, signUp: isSignUpOpen };
    return { ...ctx, project: { ...ctx.project, settings: { ...settings, methods } } };
  };

  it.each(REQUESTS)(
    "EN-03: a request for a %s is answered alike, by the same work, with and without a user",
    async (_, outcome, ask) => {
      const ctx = await open();
      const { email: known } = await signUp(ctx);
      const { id, email: verified } = await signUp(otherBrowser(ctx));
      await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
      const traces = [];
      for (const email of [known, verified, newEmail()]) traces.push(await traceOf(closed(ctx), ask, email));
      const [first, ...others] = traces;
      expect(first?.outcome).toBe(outcome);
      expect(first?.statements.length).toBeGreaterThan(5);
      for (const other of others) expect(other).toEqual(first);
    },
  );

  it.each(GUESSES)(
    "EN-07: a wrong code at %s is refused alike, after three too many too, with and without a user",
    async (_, ask) => {
      const ctx = await open();
      const { email: known } = await signUp(ctx);
      const unknown = newEmail();
      for (const email of [known, unknown]) {
        for (const type of ["sign-in", "email-verification", "forget-password"]) {
          await send(otherBrowser(closed(ctx)), sendOtp, { email, type });
        }
      }
      for (let i = 0; i < 5; i += 1) {
        const trace = await traceOf(closed(ctx), ask, known);
        expect(await traceOf(closed(ctx), ask, unknown)).toEqual(trace);
        // A try in a million is right; the tries before and after it are not.
        expect(["refused INVALID_OTP", "refused TOO_MANY_ATTEMPTS"]).toContain(trace.outcome);
      }
    },
  );
});

describe("a mailbox without a user", () => {
  it("EN-03: gets no mail, and its row holds nothing to send", async () => {
    const ctx = await makeUserContext({ settings: { limits }, clock: new FixedClock() });
    const email = newEmail();
    await requestPasswordReset(otherBrowser(ctx), { email });
    await sendVerificationEmail(otherBrowser(ctx), { email });
    expect(await mailsTo(ctx, email)).toEqual([]);
    const rows = await ctx.db.mailMessage.findMany({
      where: { recipient: email },
      select: { status: true, content: true },
    });
    expect(rows.map(({ status, content }) => [status, content])).toEqual([
      ["expired", null],
      ["expired", null],
    ]);
  });
});

describe("EN-04: a change of address", () => {
  it("is answered alike, by the same work, for a free address and for a taken one", async () => {
    const ctx = await makeUserContext({ settings: { limits }, clock: new FixedClock() });
    const { id } = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    const { email: taken } = await signUp(otherBrowser(ctx));
    const ask: Ask = (traced, address) =>
      requestEmailChange({ ...traced, session: mine.session }, { newEmail: address });
    const free = await traceOf(ctx, ask, newEmail());
    expect(free.outcome).toBe('{"status":true}');
    expect(await traceOf(ctx, ask, taken)).toEqual(free);
    const session = { ...mine.session, user: { ...mine.session.user, emailVerified: true } };
    const asVerified: Ask = (traced, address) => requestEmailChange({ ...traced, session }, { newEmail: address });
    expect(await traceOf(ctx, asVerified, taken)).toEqual(await traceOf(ctx, asVerified, newEmail()));
    expect(id).toBe(mine.session.user.id);
  });
});

describe("EN-02: a sign-up where addresses must be verified", () => {
  it("sets the same cookies and hashes as often for a taken address, whose owner is told", async () => {
    const ctx = await makeUserContext({ settings: { limits, requireVerifiedEmail: true }, clock: new FixedClock() });
    const email = newEmail();
    const ask: Ask = (traced, address) =>
      send(traced, signUpWithPassword, { name: "Ada", email: address, password: PASSWORD });
    const made = await traceOf(ctx, ask, email);
    const taken = await traceOf(ctx, ask, email);
    expect([taken.cookies, taken.hashes]).toEqual([made.cookies, made.hashes]);
    const comparable = (outcome: string) => outcome.replace(/"usr_\w{20}"/, '"usr"');
    expect(comparable(taken.outcome)).toBe(comparable(made.outcome));
    expect((await mailsTo(ctx, email)).map(({ kind }) => kind).sort()).toEqual([
      "account-exists",
      "email-verification",
    ]);
  });
});

describe("EN-06: a link", () => {
  it("that does not work names nobody", async () => {
    const ctx = await makeUserContext({ settings: { limits } });
    const { email } = await signUp(ctx);
    const failed = await send(otherBrowser(ctx), verifyEmail, { token: "x".repeat(32) }).catch((error) => error);
    expect(JSON.stringify([failed, failed.message])).not.toContain(email);
    expect(failed.code).toBe("INVALID_TOKEN");
  });
});
