import { beforeAll, describe, expect, it } from "vitest";
import { postCodeForm } from "@/lib/hosted-pages/forms/code";
import { postForgotPasswordForm } from "@/lib/hosted-pages/forms/forgot-password";
import { postMagicLinkForm } from "@/lib/hosted-pages/forms/magic-link";
import { type FormNotice, formNoticeCookie, readFormNotice, withoutFormNotice } from "@/lib/hosted-pages/forms/notice";
import { postOpenMagicLinkForm } from "@/lib/hosted-pages/forms/open-magic-link";
import { refuseForm } from "@/lib/hosted-pages/forms/refuse";
import { postResetCodeForm } from "@/lib/hosted-pages/forms/reset-code";
import { postResetPasswordForm } from "@/lib/hosted-pages/forms/reset-password";
import { postSignInForm } from "@/lib/hosted-pages/forms/sign-in";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";
import { postSignUpForm, SignUpForm } from "@/lib/hosted-pages/forms/sign-up";
import { postVerifyCodeForm } from "@/lib/hosted-pages/forms/verify-code";
import { postVerifyEmailForm } from "@/lib/hosted-pages/forms/verify-email";
import { SignInError } from "@/lib/sign-in/errors";
import { describeResetLink } from "@/lib/sign-in/password/reset";
import { lastMailTo } from "@/tests/support/mailbox";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  receiveCookies,
  send,
  signedInRequest,
  submit,
  type TestRequest,
} from "@/tests/support/test-browser";

const FEW_LIMITS = {
  mailInterval: { limit: 100, windowSeconds: 30 },
  mailPerMailbox: { limit: 100, windowSeconds: 3_600 },
};

let ctx: TestRequest;
let back: string;
const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";

beforeAll(async () => {
  ctx = await makeUserContext({ settings: { allowedOrigins: ["https://app.example.com"], limits: FEW_LIMITS } });
  back = `${ctx.baseUrl}/auth/${ctx.project.id}/return?redirect_to=https%3A%2F%2Fapp.example.com%2Fin`;
});

describe("the forms of the hosted pages", () => {
  it("sign up, by the name that is before the @ where none is given, and lead back to the app", async () => {
    const browser = otherBrowser(ctx);
    const email = newEmail();
    expect(
      await submit(browser, postSignUpForm, SignUpForm.parse({ email: ` ${email} `, password: PASSWORD }), back),
    ).toEqual({
      page: "return",
    });
    expect((await signedInRequest(browser)).session.user).toMatchObject({ email, name: email.split("@")[0] });
    await expectSignInError(
      postSignUpForm(otherBrowser(ctx), { email: "x", password: PASSWORD }, back),
      "INVALID_EMAIL",
    );
    expect(await eventsOf(ctx)).toContain("user.sign_up accepted");
  });

  it("sign in and out", async () => {
    const { email } = await signUp(ctx);
    const browser = otherBrowser(ctx);
    expect(await submit(browser, postSignInForm, { email, password: PASSWORD, rememberMe: true }, back)).toEqual({
      page: "return",
    });
    const next = await nextRequest(browser);
    expect(await submit(next, postSignOutForm, {}, `${ctx.baseUrl}/auth/${ctx.project.id}/return`)).toEqual({
      page: "signed-out",
    });
    expect((await nextRequest(next)).session).toBeNull();
    const wrong = submit(otherBrowser(ctx), postSignInForm, { email, password: "wrong", rememberMe: false }, back);
    await expectSignInError(wrong, "INVALID_EMAIL_OR_PASSWORD");
  });

  it("lead to the way to a new password where one is due, with its mail under way", async () => {
    const { email, id } = await signUp(ctx);
    await ctx.db.account.updateMany({ where: { userId: id }, data: { mustResetPassword: true } });
    expect(
      await submit(otherBrowser(ctx), postSignInForm, { email, password: PASSWORD, rememberMe: false }, back),
    ).toEqual({
      page: "forgot-password",
      query: { required: "1" },
      notice: { email },
    });
    await lastMailTo(ctx, email, "password-reset");
  });

  it("lead to the proof of a mailbox where the project wants it, and take it", async () => {
    const strict = await makeUserContext({ settings: { requireVerifiedEmail: true, limits: FEW_LIMITS } });
    const onward = `${strict.baseUrl}/auth/${strict.project.id}/return`;
    const browser = otherBrowser(strict);
    const email = newEmail();
    const sent = (to: string) => ({ page: "verify-email", query: { sent: "1" }, notice: { email: to } });
    expect(await submit(browser, postSignUpForm, { name: "Ada", email, password: PASSWORD }, onward)).toEqual(
      sent(email),
    );
    const token = tokenOf((await lastMailTo(strict, email, "email-verification")).link);
    await expectSignInError(postVerifyEmailForm(otherBrowser(strict), { token }), "PROOF_REQUIRED");
    expect(await submit(await nextRequest(browser), postVerifyEmailForm, { token })).toEqual({
      page: "verify-email",
      query: { done: "email-verification" },
      notice: { form: "sign-in", email },
    });
    const signIn = { email, password: PASSWORD, rememberMe: false };
    expect(await submit(otherBrowser(strict), postSignInForm, signIn, onward)).toEqual({
      page: "return",
    });
    const unproven = { ...signIn, email: newEmail() };
    await submit(otherBrowser(strict), postSignUpForm, unproven, onward);
    expect(await submit(otherBrowser(strict), postSignInForm, unproven, onward)).toEqual(sent(unproven.email));
    const waiting = otherBrowser(strict);
    const coded = { ...signIn, email: newEmail() };
    await submit(waiting, postSignUpForm, coded, onward);
    const { code } = await lastMailTo(strict, coded.email, "email-verification");
    const otp = `${code?.slice(0, 3)} ${code?.slice(3)}`;
    expect(await submit(await nextRequest(waiting), postVerifyCodeForm, { email: coded.email, otp })).toEqual({
      page: "verify-email",
      query: { done: "email-verification" },
      notice: { form: "sign-in", email: coded.email },
    });
  });

  it("mail a link and a code, which lead back to the app", async () => {
    const email = newEmail();
    const browser = otherBrowser(ctx);
    const asked = await submit(browser, postMagicLinkForm, { email }, back);
    expect(asked).toEqual({ page: "code", notice: { email, number: expect.stringMatching(/^\d{4}$/) } });
    const { link, code } = await lastMailTo(ctx, email, "sign-in");
    const spaced = `${code?.slice(0, 3)} ${code?.slice(3)}`;
    const inOther = await submit(otherBrowser(ctx), postOpenMagicLinkForm, {
      token: tokenOf(link),
      number: ` ${asked.notice?.number} `,
    });
    expect(inOther).toEqual({ page: "return", query: { redirect_to: "https://app.example.com/in" } });
    await expectSignInError(postCodeForm(await nextRequest(browser), { email, otp: spaced }), "INVALID_OTP");
  });

  it("mail a code alone where the project has links off", async () => {
    const settings = { methods: { magicLink: false }, limits: FEW_LIMITS };
    const codes = await makeUserContext({ settings });
    const browser = otherBrowser(codes);
    const email = newEmail();
    expect(await submit(browser, postMagicLinkForm, { email }, back)).toEqual({ page: "code", notice: { email } });
    const { link, code } = await lastMailTo(codes, email, "sign-in");
    expect(link).toBeNull();
    expect(await submit(await nextRequest(browser), postCodeForm, { email, otp: code ?? "" })).toEqual({
      page: "return",
    });
  });

  it("mail the way to a new password, which goes on to the app", async () => {
    const { email } = await signUp(ctx);
    const asked = await submit(otherBrowser(ctx), postForgotPasswordForm, { email }, back);
    expect(asked).toEqual({ page: "forgot-password", query: { sent: "1" }, notice: { email } });
    const token = tokenOf((await lastMailTo(ctx, email, "password-reset")).link);
    expect((await describeResetLink(ctx, token)).callbackURL).toBe(back.replace("/return?", "/reset-password?"));
    const newPassword = "another horse, another battery";
    expect(await submit(otherBrowser(ctx), postResetPasswordForm, { token, newPassword })).toEqual({
      page: "sign-in",
      query: { reset: "1" },
    });
    const signIn = { email, password: newPassword, rememberMe: false };
    expect(await submit(otherBrowser(ctx), postSignInForm, signIn, back)).toEqual({
      page: "return",
    });
  });
});

it("a new password is chosen by the code of its mail too", async () => {
  const { email } = await signUp(ctx);
  await submit(otherBrowser(ctx), postForgotPasswordForm, { email }, back);
  const { code } = await lastMailTo(ctx, email, "password-reset");
  const newPassword = "another horse, another battery";
  expect(await submit(otherBrowser(ctx), postResetCodeForm, { email, otp: ` ${code} `, newPassword })).toEqual({
    page: "sign-in",
    query: { reset: "1" },
    notice: { email },
  });
  expect(
    await submit(otherBrowser(ctx), postSignInForm, { email, password: newPassword, rememberMe: false }, back),
  ).toEqual({ page: "return" });
});

describe("the refusal of a form", () => {
  const sendNotice = (browser: TestRequest, notice: FormNotice) =>
    receiveCookies(
      browser,
      formNoticeCookie(browser, notice).then((cookie) => ({ cookies: [cookie] })),
    );

  it("is told to its own page alone, in a cookie that nobody can read or write", async () => {
    const browser = otherBrowser(ctx);
    await sendNotice(browser, { form: "sign-in", code: "INVALID_EMAIL", email: "ada@example.com" });
    const [cookie = ""] = browser.received.setCookies;
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).not.toContain("ada@");
    const next = await nextRequest(browser);
    expect(await readFormNotice(next, "sign-in")).toMatchObject({ code: "INVALID_EMAIL", email: "ada@example.com" });
    expect(await readFormNotice(next, "sign-up")).toBeNull();
    const forged = { ...next, cookieHeader: next.cookieHeader?.replace(/.{8}$/, "AAAAAAAA") ?? null };
    expect(await readFormNotice(forged, "sign-in")).toBeNull();
    await receiveCookies(next, Promise.resolve({ cookies: withoutFormNotice(next) }));
    expect(await readFormNotice(await nextRequest(next), "sign-in")).toBeNull();
  });

  it("leads back to the form with its parameters, and never on to an address that is not the project's", async () => {
    const url = `${ctx.baseUrl}/x?token=t&with=backup-code&state=s&other=o&redirect_to=%2Fin`;
    const refused = otherBrowser(ctx);
    await send(refused, refuseForm, { page: "two-factor", url, email: 7 }, new SignInError("INVALID_BACKUP_CODE"));
    const { pathname, searchParams } = new URL(refused.received.redirect ?? "", ctx.baseUrl);
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      `/auth/${ctx.project.id}/two-factor`,
      { token: "t", with: "backup-code", state: "s", redirect_to: "/in" },
    ]);
    const strange = otherBrowser(ctx);
    await send(strange, refuseForm, { page: "sign-in", url, email: "" }, new SignInError("INVALID_REDIRECT_URL"));
    expect(strange.received.redirect).toBe(`/auth/${ctx.project.id}/error?error=redirect`);
  });

  it("keeps the number that a mailed link asks for in another browser", async () => {
    const browser = otherBrowser(ctx);
    await sendNotice(browser, { form: "code", email: "ada@example.com", number: "4821" });
    const next = await nextRequest(browser);
    const url = `${ctx.baseUrl}/x`;
    await send(next, refuseForm, { page: "code", url, email: "ada@example.com" }, new SignInError("INVALID_OTP"));
    expect(await readFormNotice(await nextRequest(next), "code")).toMatchObject({
      code: "INVALID_OTP",
      number: "4821",
    });
  });
});
