import { describe, expect, it } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { completeSignIn } from "@/lib/sign-in/sessions/complete-sign-in";
import { disableTwoFactor } from "@/lib/sign-in/two-factor/disable";
import { enableTwoFactor } from "@/lib/sign-in/two-factor/enrol";
import { generateBackupCodes } from "@/lib/sign-in/two-factor/generate-backup-codes";
import { getTotpUri } from "@/lib/sign-in/two-factor/get-totp-uri";
import { verifyBackupCode, verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { findUserById } from "@/lib/sign-in/users/find";
import { FixedClock } from "@/tests/support/context";
import { mailsTo } from "@/tests/support/mailbox";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { challenged, enrolled, secretOf, totpAt, wrongTotp } from "@/tests/support/two-factor";

describe("setting up an authenticator app", () => {
  it("TO-05: asks for nothing and opens nothing before its first code was right", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { email } = await signUp(ctx);
    const request = await signedInRequest(ctx);
    await expectSignInError(send(request, verifyTotp, { code: "123456" }), "TOTP_NOT_ENABLED");
    const { totpURI, backupCodes } = await enableTwoFactor(request, { password: PASSWORD });
    const [code = ""] = backupCodes;
    await expectSignInError(send(request, verifyBackupCode, { code }), "BACKUP_CODES_NOT_ENABLED");
    await expectSignInError(generateBackupCodes(request, { password: PASSWORD }), "TWO_FACTOR_NOT_ENABLED");
    expect(await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD })).toHaveProperty("token");

    const secret = secretOf(totpURI);
    await expectSignInError(send(request, verifyTotp, { code: await wrongTotp(secret, clock.now()) }), "INVALID_CODE");
    const done = await send(request, verifyTotp, { code: await totpAt(secret, clock.now()) });
    expect(done.user.twoFactorEnabled).toBe(true);
    expect(done.token).not.toBe(request.session.id);
    expect((await nextRequest(ctx)).session).toBeNull();
    const next = await signedInRequest(request);
    expect(next.session).toMatchObject({ id: done.token, factors: ["password", "totp"] });
    expect(next.session.user.twoFactorEnabled).toBe(true);
    await challenged(ctx, email);
    expect(await noticesTo(ctx, email)).toEqual(["two-factor-enabled"]);
    expect((await eventsOf(ctx)).filter((event) => !/^(user|email)\./.test(event))).toEqual([
      "session.sign_in accepted",
      "two_factor.enable accepted",
      "two_factor.enable refused wrong_code",
      "two_factor.setup accepted",
    ]);
  });

  it("TO-06: needs the password, and is refused once there is one: only taking it away comes before a new one", async () => {
    const { ctx, request, user } = await enrolled();
    const before = await ctx.db.twoFactor.findUniqueOrThrow({ where: { userId: user.id } });
    const signedIn = await signedInRequest(request);
    await expectSignInError(enableTwoFactor(signedIn, { password: PASSWORD }), "TOTP_ALREADY_ENABLED");
    const { session } = signedIn;
    const readEarlier = { ...signedIn, session: { ...session, user: { ...session.user, twoFactorEnabled: false } } };
    await expectSignInError(enableTwoFactor(readEarlier, { password: PASSWORD }), "TOTP_ALREADY_ENABLED");
    expect(await ctx.db.twoFactor.findUniqueOrThrow({ where: { userId: user.id } })).toEqual(before);

    const other = await makeUserContext();
    await signUp(other);
    const first = await signedInRequest(other);
    await expectSignInError(enableTwoFactor(first, { password: "not the right one" }), "INVALID_PASSWORD");
    await expectSignInError(enableTwoFactor(first, {}), "INVALID_PASSWORD");
    await expectSignInError(enableTwoFactor(first, { password: PASSWORD, method: "otp" }), "OTP_NOT_CONFIGURED");
    expect(await eventsOf(other)).toContain("two_factor.setup refused wrong_password");
  });

  it("asks a user without a password for a fresh session in its place", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { id } = await signUp(ctx);
    await ctx.db.account.updateMany({ where: { userId: id }, data: { passwordHash: null } });
    const request = await signedInRequest(ctx);
    expect(await enableTwoFactor(request, {})).toMatchObject({ method: "totp" });
    clock.advance(601_000);
    await expectSignInError(enableTwoFactor(await signedInRequest(ctx), {}), "SESSION_NOT_FRESH");
  });

  it("is refused where the project has no second factor, and asks nobody for one any more", async () => {
    const { ctx, user, request } = await enrolled();
    const { settings } = ctx.project;
    const without = { ...ctx.project, settings: { ...settings, methods: { ...settings.methods, twoFactor: false } } };
    const browser = { ...otherBrowser(ctx), project: without };
    const signedIn = await send(browser, signInWithPassword, { email: user.email, password: PASSWORD });
    expect(signedIn).toHaveProperty("token");
    const next = await signedInRequest({ ...request, project: without });
    await send(next, disableTwoFactor, { password: PASSWORD });
    const again = await signedInRequest(next);
    await expectSignInError(enableTwoFactor(again, { password: PASSWORD }), "TWO_FACTOR_DISABLED");
  });

  it("TO-12: hands over 160 bits, sealed at rest, in an address that no name of a project breaks out of", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    ctx.project.name = `A&secret=AAAA<script>:"'é #?/`;
    const { email } = await signUp(ctx);
    const request = await signedInRequest(ctx);
    const { totpURI } = await enableTwoFactor(request, { password: PASSWORD });
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/[\w%.~!'()*-]+:[\w%.-]+\?secret=[A-Z2-7]{32}&issuer=[\w%.~!'()*-]+$/);
    const issuer = `A&secret=AAAA<script> "'é #?/`;
    const { label, params } = parse(totpURI);
    expect({ label, issuer: params.issuer }).toEqual({ label: `${issuer}:${email}`, issuer });
    expect(Object.keys(params)).toEqual(["secret", "issuer"]);
    const { secret } = await ctx.db.twoFactor.findFirstOrThrow({ where: { userId: request.session.user.id } });
    expect(secret).toMatch(/^s1\./);
    expect(secret).not.toContain(params.secret);
    const named = await enableTwoFactor(request, { password: PASSWORD, issuer: "Mine" });
    expect(parse(named.totpURI).params.issuer).toBe("Mine");
    const set = await makeUserContext({ settings: { twoFactor: { issuer: "Shop of Ada" } } });
    await signUp(set);
    const theirs = await enableTwoFactor(await signedInRequest(set), { password: PASSWORD });
    expect(parse(theirs.totpURI).params.issuer).toBe("Shop of Ada");
  });
});

describe("changing the second factor", () => {
  it("TO-11: needs the second factor beside the password, given in this session not long ago or now", async () => {
    const { ctx, clock, user, secret, backupCodes, request } = await enrolled();
    clock.advance(601_000);
    const stolen = await signedInRequest(request);
    for (const verb of [disableTwoFactor, generateBackupCodes, getTotpUri]) {
      await expectSignInError(verb(stolen, { password: PASSWORD }), "SESSION_NOT_FRESH");
      const wrong = { password: PASSWORD, code: await wrongTotp(secret, clock.now()) };
      await expectSignInError(verb(stolen, wrong), "INVALID_CODE");
      const code = await totpAt(secret, clock.now());
      await expectSignInError(verb(stolen, { code }), "INVALID_PASSWORD");
      await expectSignInError(verb(stolen, { password: "not the right one", code }), "INVALID_PASSWORD");
    }
    expect(await ctx.db.twoFactor.count({ where: { userId: user.id, enabledAt: { not: null } } })).toBe(1);
    expect(await eventsOf(ctx)).toContain("two_factor.disable refused wrong_code");

    const proven = await send(stolen, verifyTotp, { code: await totpAt(secret, clock.now()) });
    expect(proven.token).toBe(stolen.session.id);
    const fresh = await signedInRequest(stolen);
    const made = await generateBackupCodes(fresh, { password: PASSWORD });
    expect(made.backupCodes).toHaveLength(10);
    expect(secretOf((await getTotpUri(fresh, { password: PASSWORD })).totpURI)).toBe(secret);
    clock.advance(601_000);
    const later = await signedInRequest(fresh);
    const spent = { password: PASSWORD, code: backupCodes[0] ?? "" };
    await expectSignInError(send(later, disableTwoFactor, spent), "INVALID_CODE");
    await send(later, disableTwoFactor, { password: PASSWORD, code: made.backupCodes[0]?.toLowerCase() ?? "" });
    expect(await ctx.db.twoFactor.count({ where: { userId: user.id } })).toBe(0);
  });

  it("TO-11: the password alone makes no second factor fresh", async () => {
    const { ctx, user } = await enrolled();
    const browser = otherBrowser(ctx);
    const row = await findUserById(ctx, user.id);
    if (!row) throw new Error("no user");
    await send(browser, completeSignIn, { user: row, factor: "password", isRemembered: true, isSufficient: true });
    const signedIn = await signedInRequest(browser);
    await expectSignInError(send(signedIn, disableTwoFactor, { password: PASSWORD }), "SESSION_NOT_FRESH");
  });

  it("taking it away gives a new session, tells the user by mail and leaves nothing behind", async () => {
    const { ctx, user, request } = await enrolled();
    const pending = await challenged(ctx, user.email);
    const signedIn = await signedInRequest(request);
    expect(await send(signedIn, disableTwoFactor, { password: PASSWORD })).toEqual({ status: true });
    expect((await nextRequest(request)).session).toBeNull();
    const next = await signedInRequest(signedIn);
    expect(next.session).toMatchObject({ factors: ["password"], user: { twoFactorEnabled: false } });
    await expectSignInError(send(pending, verifyTotp, { code: "000000" }), "INVALID_TWO_FACTOR_COOKIE");
    expect(await ctx.db.backupCode.count({ where: { userId: user.id } })).toBe(0);
    const answer = await send(otherBrowser(ctx), signInWithPassword, { email: user.email, password: PASSWORD });
    expect(answer).toHaveProperty("token");
    expect(await noticesTo(ctx, user.email)).toEqual(["two-factor-disabled", "two-factor-enabled"]);
    expect(await eventsOf(ctx)).toContain("two_factor.disable accepted");
    expect(await send(next, disableTwoFactor, { password: PASSWORD })).toEqual({ status: true });
    await expectSignInError(getTotpUri(next, { password: PASSWORD }), "TOTP_NOT_ENABLED");
  });

  it("a set-up that was never finished can be looked at again, started over and dropped, by the password", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    await signUp(ctx);
    const request = await signedInRequest(ctx);
    const first = await enableTwoFactor(request, { password: PASSWORD });
    await expectSignInError(getTotpUri(request, {}), "INVALID_PASSWORD");
    expect((await getTotpUri(request, { password: PASSWORD })).totpURI).toBe(first.totpURI);
    clock.advance(1);
    const second = await enableTwoFactor(request, { password: PASSWORD });
    expect(secretOf(second.totpURI)).not.toBe(secretOf(first.totpURI));
    const code = await totpAt(secretOf(first.totpURI), clock.now());
    await expectSignInError(send(request, verifyTotp, { code }), "INVALID_CODE");
    expect(await send(request, disableTwoFactor, { password: PASSWORD })).toEqual({ status: true });
    await expectSignInError(send(request, verifyTotp, { code }), "TOTP_NOT_ENABLED");
  });
});

/** As an authenticator app reads the scanned code. */
function parse(totpURI: string) {
  const { pathname, searchParams } = new URL(totpURI);
  return { label: decodeURIComponent(pathname.slice(1)), params: Object.fromEntries(searchParams) };
}

async function noticesTo(ctx: TestRequest, email: string): Promise<string[]> {
  const kinds = (await mailsTo(ctx, email)).map(({ kind }) => kind);
  return kinds.filter((kind) => kind.startsWith("two-factor")).sort();
}
