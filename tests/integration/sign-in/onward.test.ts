import { expect, it } from "vitest";
import { requestEmailChange } from "@/lib/sign-in/email/request-change";
import { sendVerificationEmail } from "@/lib/sign-in/email/send-verification";
import { verifyEmail } from "@/lib/sign-in/email/verify";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { requestPasswordReset } from "@/lib/sign-in/password/request-reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, tokenOf, wideMailLimits } from "@/tests/support/mailed-proof";
import { expectSignInError, makeUserContext, newEmail, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const APP = "https://app.example.com";
const CARRIED = { redirect_to: `${APP}/cart`, code_challenge: "c".repeat(43), state: "s", ui_locales: "de" };

/** Its time passes, so that the newest of several mails is known. */
const make = (settings: object = {}) => {
  let time = Date.parse("2026-03-01T09:30:00.000Z");
  const now = () => {
    time += 1;
    return new Date(time);
  };
  return makeUserContext({ settings: { allowedOrigins: [APP], limits: wideMailLimits, ...settings }, clock: { now } });
};

/** Returns the address by which a hosted page is led on: its page for that, with the parameters that it carries. */
const returnOf = (ctx: TestRequest, carried: Record<string, string> = CARRIED) =>
  `${ctx.baseUrl}/auth/${ctx.project.id}/return?${new URLSearchParams(carried)}`;

function carriedBy(link: string | null): Record<string, string> {
  const { token: _, ...carried } = Object.fromEntries(new URL(link ?? "").searchParams);
  return carried;
}

it("every mailed link carries along where to go in the end, also once its proof is gone", async () => {
  const ctx = await make({ requireVerifiedEmail: true });
  const email = newEmail();
  const callbackURL = returnOf(ctx);
  const credentials = { email, password: PASSWORD, callbackURL };
  const proofOf = async (kind: "email-verification" | "password-reset" | "sign-in") =>
    carriedBy((await lastProof(ctx, email, kind)).link);

  await send(ctx, signUpWithPassword, { name: "Ada", ...credentials });
  expect(await proofOf("email-verification")).toEqual(CARRIED);
  await sendVerificationEmail(otherBrowser(ctx), { email, callbackURL: `${APP}/later` });
  expect(await proofOf("email-verification")).toEqual({ redirect_to: `${APP}/later` });
  const browser = otherBrowser(ctx);
  await expectSignInError(send(browser, signInWithPassword, credentials), "EMAIL_NOT_VERIFIED");
  expect(await proofOf("email-verification")).toEqual(CARRIED);

  await send(otherBrowser(ctx), signUpWithPassword, { name: "Eve", ...credentials });
  const { signInLink, resetLink } = await lastMailTo(ctx, email, "account-exists");
  expect([signInLink, resetLink].map(carriedBy)).toEqual([CARRIED, CARRIED]);

  await send(otherBrowser(ctx), requestMagicLink, { email, callbackURL });
  expect(await proofOf("sign-in")).toEqual(CARRIED);
  const redirectTo = callbackURL.replace("/return?", "/reset-password?");
  await requestPasswordReset(otherBrowser(ctx), { email, redirectTo });
  expect(await proofOf("password-reset")).toEqual(CARRIED);
  // The app's own page for a new password is not where the sign-in leads in the end.
  await requestPasswordReset(otherBrowser(ctx), { email, redirectTo: `${APP}/new-password` });
  expect(await proofOf("password-reset")).toEqual({});
});

it("so do the mails of a change of address, and of a password that must be replaced", async () => {
  const ctx = await make();
  const email = newEmail();
  const callbackURL = `${ctx.baseUrl}/auth/${ctx.project.id}/account?redirect_to=${encodeURIComponent(APP)}`;
  await send(ctx, signUpWithPassword, { name: "Ada", email, password: PASSWORD });
  const mine = await signedInRequest(ctx);
  await sendVerificationEmail(mine, { email });
  await send(mine, verifyEmail, { token: (await lastProof(ctx, email, "email-verification")).token });
  const to = newEmail();
  await requestEmailChange(await signedInRequest(ctx), { newEmail: to, callbackURL });
  const { link } = await lastMailTo(ctx, email, "change-email-confirmation");
  expect(carriedBy(link)).toEqual({ redirect_to: callbackURL });
  await send(otherBrowser(ctx), verifyEmail, { token: tokenOf(link) });
  const verification = await lastProof(ctx, to, "change-email-verification");
  expect(carriedBy(verification.link)).toEqual({ redirect_to: callbackURL });

  await ctx.db.account.updateMany({ where: { userId: mine.session.user.id }, data: { mustResetPassword: true } });
  const again = { email, password: PASSWORD, callbackURL: returnOf(ctx) };
  await expectSignInError(send(otherBrowser(ctx), signInWithPassword, again), "PASSWORD_RESET_REQUIRED");
  expect(carriedBy((await lastProof(ctx, email, "password-reset")).link)).toEqual(CARRIED);
});

it("OR-01: none carries an address that is not the project's, however it was asked for", async () => {
  const ctx = await make();
  const email = newEmail();
  for (const callbackURL of ["https://evil.example/in", returnOf(ctx, { redirect_to: "https://evil.example/in" })]) {
    await send(otherBrowser(ctx), requestMagicLink, { email, callbackURL });
    expect(carriedBy((await lastProof(ctx, email, "sign-in")).link)).toEqual({});
  }
});
