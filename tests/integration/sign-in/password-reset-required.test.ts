import { describe, expect, it } from "vitest";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { changePassword } from "@/lib/sign-in/password/change";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { banUser } from "@/lib/sign-in/users/ban";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo, mailsTo } from "@/tests/support/mailbox";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const DAY_MS = 86_400_000;

const signIn = (ctx: TestRequest, email: string, password = PASSWORD) =>
  send(ctx, signInWithPassword, { email, password });

const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";

describe("a password that must be replaced", () => {
  it("opens no session once it is older than the owner allows, and says so only to a user who knows it", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { password: { maxAgeDays: 30 } } });
    const { email } = await signUp({ ...otherBrowser(ctx), rateLimiter: new MemoryRateLimiter() });
    clock.advance(30 * DAY_MS);
    await signIn(otherBrowser(ctx), email);
    clock.advance(1);
    const browser = otherBrowser(ctx);
    await expectSignInError(signIn(browser, email), "PASSWORD_RESET_REQUIRED");
    const { link } = await lastMailTo(ctx, email, "password-reset");
    expect(link).toMatch(/\/auth\/p_[0-9a-z]{20}\/reset-password\?token=[0-9A-Za-z]{32}$/);
    await expectSignInError(signIn(otherBrowser(ctx), email), "PASSWORD_RESET_REQUIRED");
    const mails = (await mailsTo(ctx, email)).filter(({ kind }) => kind === "password-reset");
    expect(mails, "one mail, however often it is tried").toHaveLength(1);
    expect((await nextRequest(browser)).session).toBeNull();
    expect(browser.received.session).toBeUndefined();
    await expectSignInError(signIn(otherBrowser(ctx), email, "not the password"), "INVALID_EMAIL_OR_PASSWORD");
    expect(await eventsOf(ctx)).toEqual([
      "password.reset_request accepted",
      "session.sign_in accepted",
      "session.sign_in refused password_expired",
      "session.sign_in refused password_expired",
      "session.sign_in refused wrong_password",
      "user.sign_up accepted",
    ]);
  });

  it("is not too old in a project that sets no age", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { email } = await signUp(otherBrowser(ctx));
    clock.advance(5_000 * DAY_MS);
    expect(await signIn(otherBrowser(ctx), email)).toMatchObject({ user: { email } });
  });

  it("is replaced by changing it in a session that goes on, and is good from then on", async () => {
    const ctx = await makeUserContext();
    const { email, id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    await requirePasswordReset(await member("developer"), { ...address, userId });
    await expectSignInError(signIn(otherBrowser(ctx), email), "PASSWORD_RESET_REQUIRED");
    const newPassword = "an entirely new passphrase";
    await send(await signedInRequest(ctx), changePassword, { newPassword, currentPassword: PASSWORD });
    expect(await signIn(otherBrowser(ctx), email, newPassword)).toMatchObject({ user: { email } });
    expect(await eventsOf(ctx)).toContain("session.sign_in refused password_reset_demanded");
    expect(await eventsOf(ctx)).toContain("user.require_reset accepted");
  });

  it("is replaced by the mailed link, after which the new one opens a session", async () => {
    const ctx = await makeUserContext();
    const { email, id: userId } = await signUp({ ...otherBrowser(ctx), rateLimiter: new MemoryRateLimiter() });
    const { address, operator } = await ownersOf(ctx);
    await requirePasswordReset(operator, { ...address, userId });
    await expectSignInError(signIn(otherBrowser(ctx), email), "PASSWORD_RESET_REQUIRED");
    const { link } = await lastMailTo(ctx, email, "password-reset");
    const newPassword = "an entirely new passphrase";
    await resetPassword(otherBrowser(ctx), { newPassword, token: tokenOf(link) });
    await expectSignInError(signIn(otherBrowser(ctx), email), "INVALID_EMAIL_OR_PASSWORD");
    expect(await signIn(otherBrowser(ctx), email, newPassword)).toMatchObject({ user: { email } });
  });

  it("of a blocked user says that they are blocked", async () => {
    const ctx = await makeUserContext();
    const { email, id: userId } = await signUp(ctx);
    const { address, operator } = await ownersOf(ctx);
    await requirePasswordReset(operator, { ...address, userId });
    await banUser(operator, { ...address, userId });
    await expectSignInError(signIn(otherBrowser(ctx), email), "BANNED_USER");
  });
});
