import { describe, expect, it } from "vitest";
import { cookieName } from "@/lib/http/sign-in/cookies";
import { changePassword } from "@/lib/sign-in/password/change";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { sweepSessions } from "@/lib/sign-in/sessions/sweep";
import { listTrustedDevices } from "@/lib/sign-in/sessions/trusted-devices/list";
import { revokeTrustedDevice } from "@/lib/sign-in/sessions/trusted-devices/revoke";
import { revokeTrustedDevices } from "@/lib/sign-in/sessions/trusted-devices/trust";
import { disableTwoFactor } from "@/lib/sign-in/two-factor/disable";
import { verifyBackupCode, verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD } from "@/tests/support/sign-in";
import {
  nextRequest,
  nothingReceived,
  otherBrowser,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";
import { challenged, enrol, enrolled, totpAt } from "@/tests/support/two-factor";

const DAY = 86_400_000;

async function trusted(settings: unknown = {}) {
  const made = await enrolled(settings);
  const browser = await challenged(made.ctx, made.user.email);
  await send(browser, verifyTotp, { code: await totpAt(made.secret, made.clock.now()), trustDevice: true });
  return { ...made, browser, device: await nextRequest(browser) };
}

/** Signs in with the password in this browser: whether its second factor was asked for. */
async function isChallenged(request: TestRequest, email: string): Promise<boolean> {
  const answer = await send(request, signInWithPassword, { email, password: PASSWORD });
  return "twoFactorRedirect" in answer;
}

const asSignedOut = (ctx: TestRequest): TestRequest => ({ ...ctx, sessionToken: null, session: null });
const cookieOf = (ctx: TestRequest) =>
  ctx.received.setCookies.find((field) => field.startsWith(cookieName("device", ctx.project.id, ctx.baseUrl)));

describe("a trusted browser", () => {
  it("TO-08: is one only after the second factor, by a Lax cookie that scripts cannot read", async () => {
    const { ctx, browser, device, user } = await trusted();
    const first = otherBrowser(ctx);
    await send(first, signInWithPassword, { email: user.email, password: PASSWORD });
    expect(cookieOf(first)).toBeUndefined();
    expect(cookieOf(browser)).toMatch(
      new RegExp(`^coppice_device_${ctx.project.id}=[0-9A-Za-z]{43}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax$`),
    );
    expect(await isChallenged(asSignedOut(device), user.email)).toBe(false);
    expect(await eventsOf(ctx)).toContain("trusted_device.add accepted");
  });

  it("has a cookie that lasts as long as its row, however long the row takes to be written", async () => {
    const { ctx, clock, user, secret } = await enrolled();
    const browser = await challenged(ctx, user.email);
    const ticking = {
      now: () => {
        clock.advance(1);
        return clock.now();
      },
    };
    const code = await totpAt(secret, clock.now());
    await send({ ...browser, clock: ticking }, verifyTotp, { code, trustDevice: true });
    expect(cookieOf(browser)).toContain("; Max-Age=2592000;");
  });

  it("is not asked for a second factor for 30 days from that factor, however often it is used", async () => {
    const { clock, user, device } = await trusted();
    let request = asSignedOut(device);
    for (let days = 0; days < 28; days += 7) {
      clock.advance(7 * DAY);
      expect(await isChallenged(request, user.email)).toBe(false);
      request = asSignedOut(await nextRequest(request));
    }
    clock.advance(2 * DAY);
    expect(await isChallenged(request, user.email)).toBe(true);
  });

  it("gets a new token at each sign-in, and the one before is worth nothing", async () => {
    const { user, device } = await trusted();
    const copy = asSignedOut(device);
    const request = asSignedOut({ ...device, received: nothingReceived() });
    expect(await isChallenged(request, user.email)).toBe(false);
    const stolen = asSignedOut(await nextRequest({ ...copy, received: nothingReceived() }));
    expect(await isChallenged(stolen, user.email)).toBe(true);
    expect(await isChallenged(asSignedOut(await nextRequest(request)), user.email)).toBe(false);
  });

  it("is trusted by the user who trusted it, in their project, and nobody else", async () => {
    const { ctx, clock, device } = await trusted();
    const other = await enrol(otherBrowser(ctx), clock);
    expect(await isChallenged(asSignedOut(device), other.user.email)).toBe(true);
    const elsewhere = await makeUserContext({ clock });
    const there = await enrol(elsewhere, clock);
    const cookieHeader = (device.cookieHeader ?? "").replaceAll(ctx.project.id, elsewhere.project.id);
    expect(await isChallenged({ ...otherBrowser(elsewhere), cookieHeader }, there.user.email)).toBe(true);
  });

  it("is not one where the project trusts none, and no longer than the project says today", async () => {
    const none = await trusted({ twoFactor: { trustedDeviceDays: 0 } });
    expect(cookieOf(none.browser)).toBeUndefined();
    expect(await isChallenged(asSignedOut(none.device), none.user.email)).toBe(true);

    const { ctx, clock, user, device } = await trusted();
    clock.advance(8 * DAY);
    const { settings } = ctx.project;
    const project = { ...ctx.project, settings: { ...settings, twoFactor: { issuer: null, trustedDeviceDays: 7 } } };
    expect(await isChallenged({ ...asSignedOut(device), project }, user.email)).toBe(true);
    expect(await isChallenged(asSignedOut(device), user.email)).toBe(false);
  });

  it("becomes one by a backup code and by the first code of a set-up too", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { user, request, backupCodes } = await enrol(ctx, clock, { trustDevice: true });
    expect(await isChallenged(asSignedOut(await nextRequest(request)), user.email)).toBe(false);
    const browser = await challenged(ctx, user.email);
    await send(browser, verifyBackupCode, { code: backupCodes[0] ?? "", trustDevice: true });
    expect(await isChallenged(asSignedOut(await nextRequest(browser)), user.email)).toBe(false);
    expect(await ctx.db.trustedDevice.count({ where: { userId: user.id } })).toBe(2);
  });
});

describe("trusted browsers", () => {
  it("are listed without their tokens, and a revoked one is asked again", async () => {
    const { ctx, user, device } = await trusted();
    const signedIn = await signedInRequest(device);
    const [listed, ...others] = await listTrustedDevices(signedIn);
    expect(others).toEqual([]);
    expect(listed).toEqual({
      id: expect.stringMatching(/^tdv_[0-9a-z]{20}$/),
      isCurrent: true,
      ipAddress: "198.51.100.7",
      userAgent: "test",
      createdAt: "2026-03-01T09:30:30.000Z",
      lastUsedAt: "2026-03-01T09:30:30.000Z",
      expiresAt: "2026-03-31T09:30:30.000Z",
    });
    expect(await revokeTrustedDevice(signedIn, { id: listed?.id ?? "" })).toEqual({ status: true });
    expect(await listTrustedDevices(signedIn)).toEqual([]);
    expect(await isChallenged(asSignedOut(device), user.email)).toBe(true);
    expect(await eventsOf(ctx)).toContain("trusted_device.revoke accepted");
  });

  it("of somebody else are not listed, and left alone with the same answer", async () => {
    const { ctx, clock, user, device } = await trusted();
    const other = await enrol(otherBrowser(ctx), clock);
    const stranger = await signedInRequest(other.request);
    expect(await listTrustedDevices(stranger)).toEqual([]);
    const [{ id } = { id: "" }] = await listTrustedDevices(await signedInRequest(device));
    expect(await revokeTrustedDevice(stranger, { id })).toEqual({ status: true });
    expect(await isChallenged(asSignedOut(device), user.email)).toBe(false);
    expect(await eventsOf(ctx)).toContain("trusted_device.revoke refused no_such_device");
  });

  it("are all revoked when the second factor is taken away, and forgotten by this browser", async () => {
    const { ctx, user, device } = await trusted();
    const signedIn = await signedInRequest(device);
    await send(signedIn, disableTwoFactor, { password: PASSWORD });
    expect(cookieOf(signedIn)).toMatch(/=; Max-Age=0;/);
    expect(await ctx.db.trustedDevice.count({ where: { userId: user.id } })).toBe(0);
    await revokeTrustedDevices(ctx, user.id);
    const revoked = (await eventsOf(ctx)).filter((event) => event.startsWith("trusted_device.revoke"));
    expect(revoked).toEqual(["trusted_device.revoke accepted"]);
  });

  it("are all revoked when the password is changed", async () => {
    const { ctx, user, device } = await trusted();
    const newPassword = "another very good passphrase";
    await send(await signedInRequest(device), changePassword, { currentPassword: PASSWORD, newPassword });
    expect(await ctx.db.trustedDevice.count({ where: { userId: user.id } })).toBe(0);
    expect(await eventsOf(ctx)).toContain("trusted_device.revoke accepted");
  });

  it("are swept away once they have ended", async () => {
    const { ctx, clock, user } = await trusted();
    await sweepSessions(ctx);
    expect(await ctx.db.trustedDevice.count({ where: { userId: user.id } })).toBe(1);
    clock.advance(31 * DAY);
    await sweepSessions(ctx);
    expect(await ctx.db.trustedDevice.count({ where: { userId: user.id } })).toBe(0);
  });

  it("TO-07: neither the challenge's cookie nor a trusted browser's is a session", async () => {
    const { ctx, user, device } = await trusted();
    expect((await challenged(ctx, user.email)).session).toBeNull();
    const only = await nextRequest(asSignedOut(device));
    expect(only.session).toBeNull();
    await expectSignInError(send(only, verifyTotp, { code: "000000" }), "INVALID_TWO_FACTOR_COOKIE");
  });
});
