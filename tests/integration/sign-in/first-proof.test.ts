import { describe, expect, it } from "vitest";
import { postOpenMagicLinkForm } from "@/lib/hosted-pages/forms/open-magic-link";
import { postResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";
import { accessRemovedPage } from "@/lib/hosted-pages/pages/access-removed";
import { hostedSearch } from "@/lib/hosted-pages/search";
import type { MessageProps } from "@/lib/hosted-pages/view/message";
import { resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { knownBrowserCookie } from "@/lib/sign-in/flow/known-browser";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { SignInResult } from "@/lib/sign-in/result";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { kindsTo, lastProof, wideMailLimits } from "@/tests/support/mailed-proof";
import { eventsOf, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  send,
  signedInRequest,
  submit,
  type TestRequest,
} from "@/tests/support/test-browser";
import { enrolled } from "@/tests/support/two-factor";

const SECOND_STEP = { twoFactorRedirect: true, twoFactorMethods: ["totp"] };

/** A user with a password and two-step verification, whose address was never proven; in their own browser. */
async function makeUnproven() {
  const { request: ctx, user } = await enrolled({ limits: wideMailLimits });
  return { ctx, id: user.id, email: user.email };
}

/** Follows the link of a mail that this browser has asked for. */
async function signInByLink(ctx: TestRequest, email: string, name?: string) {
  if (ctx.clock instanceof FixedClock) ctx.clock.advance(1);
  const { number } = await send(ctx, requestMagicLink, { email, ...(name !== undefined && { name }) });
  const { token } = await lastProof(ctx, email, "sign-in");
  const { signedIn } = await send(await nextRequest(ctx), consumeMagicLink, { token, number });
  return signedIn;
}

const factorsOf = async (ctx: TestRequest, userId: string) => ({
  password: await ctx.db.account.count({ where: { userId } }),
  twoFactor: await ctx.db.twoFactor.count({ where: { userId } }),
  isProven: (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerified,
});
const KEPT = { password: 1, twoFactor: 1, isProven: true };

describe("the first proof of an address", () => {
  it("SI-H1: keeps everything in the browser that is signed in, and asks for the second step", async () => {
    const { ctx, id, email } = await makeUnproven();
    const browser = await signedInRequest(ctx);
    expect(await signInByLink(browser, email)).toEqual(SECOND_STEP);
    expect(await factorsOf(ctx, id)).toEqual(KEPT);
    expect(await kindsTo(ctx, email)).not.toContain("access-removed");
  });

  it("SI-H1: keeps everything in a browser in which the account's user has signed out", async () => {
    const { ctx, id, email } = await makeUnproven();
    await send(await signedInRequest(ctx), signOut, {});
    expect(await signInByLink(await nextRequest(ctx), email)).toEqual(SECOND_STEP);
    expect(await factorsOf(ctx, id)).toEqual(KEPT);
  });

  it("SI-H1: keeps two-step verification through a password reset in the account's own browser", async () => {
    const { ctx, id, email } = await makeUnproven();
    await requestPasswordReset(await nextRequest(ctx), { email });
    const { token } = await lastProof(ctx, email, "password-reset");
    await resetPassword(await nextRequest(ctx), { token, newPassword: "an entirely new passphrase" });
    expect(await factorsOf(ctx, id)).toEqual(KEPT);
  });

  it("SI-H1: removes everything in another browser, and lists it in a mail and an event", async () => {
    const { ctx, id, email } = await makeUnproven();
    expect(await signInByLink(otherBrowser(ctx), email)).toMatchObject({ user: { id, twoFactorEnabled: false } });
    expect(await factorsOf(ctx, id)).toEqual({ password: 0, twoFactor: 0, isProven: true });
    expect(await lastMailTo(ctx, email, "access-removed")).toEqual({ removed: ["password", "two-factor"] });
    expect(await eventsOf(ctx)).toContain("two_factor.disable accepted");
  });

  it("SI-H1: leaves the password that a reset has set out of the mail", async () => {
    const { ctx, email } = await makeUnproven();
    await requestPasswordReset(otherBrowser(ctx), { email });
    const { token } = await lastProof(ctx, email, "password-reset");
    await resetPassword(otherBrowser(ctx), { token, newPassword: "an entirely new passphrase" });
    expect(await lastMailTo(ctx, email, "access-removed")).toEqual({ removed: ["two-factor"] });
  });

  it("AT-L2: takes the stranger's name and picture with their password, for the name that the person gives", async () => {
    const { ctx, id, email } = await makeUnproven();
    await ctx.db.user.update({ where: { id }, data: { name: "Pay at evil.example", image: "https://evil.example/x" } });
    await signInByLink(otherBrowser(ctx), email);
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ name: "", image: null });
    const other = await makeUnproven();
    await signInByLink(otherBrowser(other.ctx), other.email, "Grace");
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id: other.id } })).toMatchObject({ name: "Grace" });
  });

  it("AT-L2: leaves a name that came with no way in, as an owner's app sets it", async () => {
    const { ctx, id, email } = await makeUnproven();
    await ctx.db.account.deleteMany({ where: { userId: id } });
    await ctx.db.user.update({ where: { id }, data: { twoFactorEnabled: false, name: "Ada" } });
    await signInByLink(otherBrowser(ctx), email);
    expect(await ctx.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ name: "Ada" });
  });

  it("SI-H1: lists the removed methods on the page and in the answer, and then leads on", async () => {
    const { ctx, email } = await makeUnproven();
    const browser = otherBrowser(ctx);
    if (ctx.clock instanceof FixedClock) ctx.clock.advance(1);
    await send(browser, requestMagicLink, { email });
    const { token } = await lastProof(ctx, email, "sign-in");
    const opened = await nextRequest(browser);
    const next = await submit(opened, postOpenMagicLinkForm, { token });
    expect(next).toEqual({ page: "access-removed", query: { removed: "password,two-factor" } });
    const reader = await nextRequest(opened);
    const asked = { removed: "password,two-factor,<script>" };
    const page = await accessRemovedPage({
      ...{ ctx: reader, locale: "en", isDevelopment: false, asked, search: hostedSearch(reader, asked) },
    });
    const { items, links } = "view" in page ? (page.view.props as MessageProps) : {};
    expect(items).toEqual(["Your password", "Two-step verification"]);
    expect(links).toMatchObject([{ text: "Continue" }]);
  });

  it("SI-H1: lists the removed methods after a new password, too, and then leads to the sign-in", async () => {
    const { ctx, email } = await makeUnproven();
    const browser = otherBrowser(ctx);
    await requestPasswordReset(browser, { email });
    const { token } = await lastProof(ctx, email, "password-reset");
    const given = { token, newPassword: "an entirely new passphrase" };
    const asked = { reset: "1", removed: "two-factor" };
    expect(await postResetPasswordForm(browser, given)).toEqual({ page: "access-removed", query: asked });
    const reader = await nextRequest(browser);
    const page = await accessRemovedPage({
      ...{ ctx: reader, locale: "en", isDevelopment: false, asked, search: hostedSearch(reader, asked) },
    });
    const { items, links } = "view" in page ? (page.view.props as MessageProps) : {};
    expect(items).toEqual(["Two-step verification"]);
    expect(links).toMatchObject([{ text: "Continue", href: expect.stringMatching(/\/sign-in\?reset=1$/) }]);
  });

  it.each(["link", "code"] as const)("SI-H1: has the removed methods in the answer to a reset by %s", async (by) => {
    const { ctx, email } = await makeUnproven();
    const browser = otherBrowser(ctx);
    await requestPasswordReset(browser, { email });
    const { token, code: otp } = await lastProof(ctx, email, "password-reset");
    const password = "an entirely new passphrase";
    const answer =
      by === "link"
        ? await resetPassword(browser, { token, newPassword: password })
        : await resetPasswordByOtp(browser, { email, otp, password });
    expect(answer).toMatchObject({ removedAccess: ["two-factor"] });
  });

  it("SI-H1: sends no mail where there was nothing to remove", async () => {
    const { ctx, id, email } = await makeUnproven();
    await ctx.db.account.deleteMany({ where: { userId: id } });
    await ctx.db.user.update({ where: { id }, data: { twoFactorEnabled: false } });
    await signInByLink(otherBrowser(ctx), email);
    expect(await kindsTo(ctx, email)).not.toContain("access-removed");
  });

  it("ML-08: doesn't count a browser that knew an earlier account of the address", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ settings: { limits: wideMailLimits }, clock });
    const email = "earlier@example.com";
    const victim = otherBrowser(ctx);
    const cookies = [knownBrowserCookie(victim, email)];
    await send(victim, async () => new SignInResult(null, { cookies }));
    clock.advance(60_000);
    const { id } = await signUp(otherBrowser(ctx), email);
    await signInByLink(await nextRequest(victim), email);
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(0);
    const again = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expect(again).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
  });
});
