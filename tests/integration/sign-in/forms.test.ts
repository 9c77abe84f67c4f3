import { beforeAll, describe, expect, it } from "vitest";
import { postCodeForm } from "@/lib/hosted-pages/forms/code";
import { postForgotPasswordForm } from "@/lib/hosted-pages/forms/forgot-password";
import { postMagicLinkForm } from "@/lib/hosted-pages/forms/magic-link";
import { clearFormNotice, readFormNotice, sendFormNotice } from "@/lib/hosted-pages/forms/notice";
import { postOpenMagicLinkForm } from "@/lib/hosted-pages/forms/open-magic-link";
import { postResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";
import { postSignInForm } from "@/lib/hosted-pages/forms/sign-in";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";
import { postSignUpForm, SignUpForm } from "@/lib/hosted-pages/forms/sign-up";
import { postVerifyEmailForm } from "@/lib/hosted-pages/forms/verify-email";
import { refuseForm } from "@/lib/http/sign-in/form";
import { AuthError } from "@/lib/sign-in/auth-errors";
import type { AuthContext } from "@/lib/sign-in/context";
import { describeResetLink } from "@/lib/sign-in/password/reset";
import { lastMailTo } from "@/tests/support/mailbox";
import {
  eventsOf,
  expectAuthError,
  makeAuthContext,
  newEmail,
  nextRequest,
  otherBrowser,
  PASSWORD,
  signedInRequest,
  signUp,
} from "@/tests/support/sign-in";

const FEW_LIMITS = {
  mailInterval: { limit: 100, windowSeconds: 30 },
  mailPerMailbox: { limit: 100, windowSeconds: 3_600 },
};

let ctx: AuthContext;
let back: string;
const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";

beforeAll(async () => {
  ctx = await makeAuthContext({ settings: { allowedOrigins: ["https://app.example.com"], limits: FEW_LIMITS } });
  back = `${ctx.baseUrl}/auth/${ctx.tenant.id}/return?redirect_to=https%3A%2F%2Fapp.example.com%2Fin`;
});

describe("the forms of the hosted pages", () => {
  it("sign up, by the name that is before the @ where none is given, and lead back to the app", async () => {
    const browser = otherBrowser(ctx);
    const email = newEmail();
    expect(await postSignUpForm(browser, SignUpForm.parse({ email: ` ${email} `, password: PASSWORD }), back)).toEqual({
      page: "return",
    });
    expect((await signedInRequest(browser)).session.user).toMatchObject({ email, name: email.split("@")[0] });
    await expectAuthError(postSignUpForm(otherBrowser(ctx), { email: "x", password: PASSWORD }, back), "INVALID_EMAIL");
    expect(await eventsOf(ctx)).toContain("user.sign_up accepted");
  });

  it("sign in and out", async () => {
    const { email } = await signUp(ctx);
    const browser = otherBrowser(ctx);
    expect(await postSignInForm(browser, { email, password: PASSWORD, rememberMe: true })).toEqual({ page: "return" });
    const next = await nextRequest(browser);
    expect(await postSignOutForm(next)).toEqual({ page: "signed-out" });
    expect((await nextRequest(next)).session).toBeNull();
    const wrong = postSignInForm(otherBrowser(ctx), { email, password: "wrong", rememberMe: false });
    await expectAuthError(wrong, "INVALID_EMAIL_OR_PASSWORD");
  });

  it("lead to the way to a new password where one is due, with its mail under way", async () => {
    const { email, id } = await signUp(ctx);
    await ctx.db.account.updateMany({ where: { userId: id }, data: { mustResetPassword: true } });
    expect(await postSignInForm(otherBrowser(ctx), { email, password: PASSWORD, rememberMe: false })).toEqual({
      ...{ page: "forgot-password", query: { required: "1" }, notice: { email } },
    });
    await lastMailTo(ctx, email, "password-reset");
  });

  it("lead to the proof of a mailbox where the project wants it, and take it", async () => {
    const strict = await makeAuthContext({ settings: { requireVerifiedEmail: true, limits: FEW_LIMITS } });
    const onward = `${strict.baseUrl}/auth/${strict.tenant.id}/return`;
    const browser = otherBrowser(strict);
    const email = newEmail();
    const sent = { page: "verify-email", query: { sent: "1" } };
    expect(await postSignUpForm(browser, { name: "Ada", email, password: PASSWORD }, onward)).toEqual(sent);
    const token = tokenOf((await lastMailTo(strict, email, "email-verification")).link);
    await expectAuthError(postVerifyEmailForm(otherBrowser(strict), { token }), "PROOF_REQUIRED");
    expect(await postVerifyEmailForm(await nextRequest(browser), { token })).toEqual({
      ...{ page: "verify-email", query: { done: "email-verification", redirect_to: onward } },
    });
    const signIn = { email, password: PASSWORD, rememberMe: false };
    expect(await postSignInForm(otherBrowser(strict), signIn)).toEqual({ page: "return" });
    const unproven = { ...signIn, email: newEmail() };
    await postSignUpForm(otherBrowser(strict), unproven, onward);
    expect(await postSignInForm(otherBrowser(strict), unproven)).toEqual(sent);
  });

  it("mail a link and a code, which lead back to the app", async () => {
    const email = newEmail();
    const browser = otherBrowser(ctx);
    const asked = await postMagicLinkForm(browser, { email }, back);
    expect(asked).toEqual({ page: "code", notice: { email, number: expect.stringMatching(/^\d{4}$/) } });
    const { link, code } = await lastMailTo(ctx, email, "sign-in");
    const spaced = `${code?.slice(0, 3)} ${code?.slice(3)}`;
    const inOther = await postOpenMagicLinkForm(otherBrowser(ctx), {
      token: tokenOf(link),
      number: ` ${asked.notice?.number} `,
    });
    expect(inOther).toEqual({ page: "return", query: { redirect_to: back } });
    await expectAuthError(postCodeForm(await nextRequest(browser), { email, otp: spaced }), "INVALID_OTP");
  });

  it("mail the way to a new password, which goes on to the app", async () => {
    const { email } = await signUp(ctx);
    const asked = await postForgotPasswordForm(otherBrowser(ctx), { email }, back);
    expect(asked).toEqual({ page: "forgot-password", query: { sent: "1" }, notice: { email } });
    const token = tokenOf((await lastMailTo(ctx, email, "password-reset")).link);
    expect((await describeResetLink(ctx, token)).callbackURL).toBe(back.replace("/return?", "/reset-password?"));
    const newPassword = "another horse, another battery";
    expect(await postResetPasswordForm(otherBrowser(ctx), { token, newPassword })).toEqual({
      ...{ page: "sign-in", query: { reset: "1" } },
    });
    const signIn = { email, password: newPassword, rememberMe: false };
    expect(await postSignInForm(otherBrowser(ctx), signIn)).toEqual({ page: "return" });
  });
});

describe("what a form was refused for", () => {
  it("is told to its own page alone, in a cookie that nobody can read or write", async () => {
    const browser = otherBrowser(ctx);
    await sendFormNotice(browser, { form: "sign-in", code: "INVALID_EMAIL", email: "ada@example.com" });
    const [cookie = ""] = browser.reply.setCookies;
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).not.toContain("ada@");
    const next = await nextRequest(browser);
    expect(await readFormNotice(next, "sign-in")).toMatchObject({ code: "INVALID_EMAIL", email: "ada@example.com" });
    expect(await readFormNotice(next, "sign-up")).toBeNull();
    const forged = { ...next, cookieHeader: next.cookieHeader?.replace(/.{8}$/, "AAAAAAAA") ?? null };
    expect(await readFormNotice(forged, "sign-in")).toBeNull();
    clearFormNotice(next);
    expect(await readFormNotice(await nextRequest(next), "sign-in")).toBeNull();
  });

  it("leads back to the form with what it needs, and never on to an address that is not the project's", async () => {
    const url = `${ctx.baseUrl}/x?token=t&with=backup-code&state=s&other=o&redirect_to=%2Fin`;
    const refused = otherBrowser(ctx);
    await refuseForm(refused, { page: "two-factor", url, email: 7 }, new AuthError("INVALID_BACKUP_CODE"));
    const { pathname, searchParams } = new URL(refused.reply.redirect ?? "", ctx.baseUrl);
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      `/auth/${ctx.tenant.id}/two-factor`,
      { token: "t", with: "backup-code", state: "s", redirect_to: "/in" },
    ]);
    const strange = otherBrowser(ctx);
    await refuseForm(strange, { page: "sign-in", url, email: "" }, new AuthError("INVALID_REDIRECT_URL"));
    expect(strange.reply.redirect).toBe(`/auth/${ctx.tenant.id}/error?error=redirect`);
  });

  it("keeps the number that a mailed link asks for in another browser", async () => {
    const browser = otherBrowser(ctx);
    await sendFormNotice(browser, { form: "code", email: "ada@example.com", number: "4821" });
    const next = await nextRequest(browser);
    const url = `${ctx.baseUrl}/x`;
    await refuseForm(next, { page: "code", url, email: "ada@example.com" }, new AuthError("INVALID_OTP"));
    expect(await readFormNotice(await nextRequest(next), "code")).toMatchObject({
      code: "INVALID_OTP",
      number: "4821",
    });
  });
});
