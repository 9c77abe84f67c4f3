import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorPage } from "@/lib/hosted-pages/pages/error";
import { invitationPage } from "@/lib/hosted-pages/pages/invitation";
import { joinPage } from "@/lib/hosted-pages/pages/join";
import { magicLinkPage } from "@/lib/hosted-pages/pages/magic-link";
import { twoFactorPage } from "@/lib/hosted-pages/pages/two-factor";
import { verifyEmailPage } from "@/lib/hosted-pages/pages/verify-email";
import { hostedSearch, readQuery } from "@/lib/hosted-pages/search";
import { verifyEmail } from "@/lib/sign-in/email/verify";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { startSocialSignIn } from "@/lib/sign-in/social/start-sign-in";
import { finishSso } from "@/lib/sign-in/sso/finish-saml";
import { acceptUserInvitation } from "@/lib/sign-in/user-invitations/accept";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { acceptOrganisationInvitation } from "@/lib/sign-in/user-organisations/accept-invitation";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { lastMailTo } from "@/tests/support/mailbox";
import { lastProof, tokenOf } from "@/tests/support/mailed-proof";
import { ownersOf } from "@/tests/support/project-members";
import { saidTo, signedResponse } from "@/tests/support/saml-identity-provider";
import { newEmail, PASSWORD } from "@/tests/support/sign-in";
import { ADA, APP, comeBack, makeSocialContext, signInBy } from "@/tests/support/social";
import { type SocialStandIns, signInAt, startSocialStandIns } from "@/tests/support/social-stand-ins";
import { connect, makeSsoContext, post, startAt } from "@/tests/support/sso";
import { nextRequest, otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";
import { foundOrganisation, makeOrganisationsContext, signInUser } from "@/tests/support/user-organisations";

let standIns: SocialStandIns;
beforeAll(async () => {
  standIns = await startSocialStandIns();
});
afterAll(() => standIns.close());

const IN = `${APP}/in`;

/** Opens a hosted page at this address in the browser. Returns where it leads, or the links that it shows. */
async function open(ctx: TestRequest, page: typeof errorPage, address: string) {
  const asked = readQuery(address);
  const built = await page({ ctx, locale: "en", search: hostedSearch(ctx, asked), isDevelopment: false, asked });
  if ("redirect" in built) return { redirect: built.redirect };
  return { links: (built.view.props as { links?: { text: string }[] }).links?.map(({ text }) => text) ?? [] };
}

describe("a provider's callback", () => {
  const start = { callbackURL: IN };

  it("SI-M1: leads on to the app when it's opened again by the browser that it signed in", async () => {
    const ctx = await makeSocialContext(standIns);
    const { url } = await send(ctx, startSocialSignIn, { provider: "google", ...start });
    const returned = await signInAt(url, ADA);
    const first = await comeBack(ctx, "google", returned);
    expect(first.received.redirect).toBe(IN);
    const again = await comeBack(first, "google", returned);
    expect(again.received.session).toBeUndefined();
    const told = again.received.redirect ?? "";
    expect(await open(await nextRequest(again), errorPage, told)).toEqual({ redirect: IN });
    expect(await open(otherBrowser(ctx), errorPage, told)).toEqual({ links: ["Back to sign-in"] });
  });

  it("SI-M1: shows nothing of another user's sign-in, and offers to continue", async () => {
    const ctx = await makeSocialContext(standIns);
    const { url } = await send(ctx, startSocialSignIn, { provider: "google", ...start });
    const returned = await signInAt(url, ADA);
    await comeBack(ctx, "google", returned);
    const other = await signInBy(otherBrowser(ctx), "google", { ...ADA, sub: "2", email: newEmail() }, start);
    const planted = await comeBack(other, "google", returned);
    const shown = await open(await nextRequest(planted), errorPage, planted.received.redirect ?? "");
    expect(shown).toEqual({ links: ["Continue", "Back to sign-in"] });
  });

  it("SI-M1: ends each of two sign-ins that one browser began in two tabs", async () => {
    const ctx = await makeSocialContext(standIns);
    const tab = await send(ctx, startSocialSignIn, { provider: "google", callbackURL: `${APP}/one` });
    const next = await nextRequest(ctx);
    const otherTab = await send(next, startSocialSignIn, { provider: "google", callbackURL: `${APP}/two` });
    const first = await comeBack(next, "google", await signInAt(tab.url, ADA));
    expect(first.received.redirect).toBe(`${APP}/one`);
    const second = await comeBack(first, "google", await signInAt(otherTab.url, ADA));
    expect(second.received.redirect).toBe(`${APP}/two`);
  });

  it("SI-M1: keeps the newest three sign-ins of a browser, whose cookie stays small", async () => {
    let ctx = await makeSocialContext(standIns);
    const urls: string[] = [];
    for (let tab = 0; tab < 4; tab += 1) {
      urls.push((await send(ctx, startSocialSignIn, { provider: "google", ...start })).url);
      ctx = await nextRequest(ctx);
    }
    expect(ctx.cookieHeader?.length).toBeLessThan(3_000);
    const oldest = await comeBack(ctx, "google", await signInAt(urls[0] ?? "", ADA));
    expect(oldest.received.redirect).toContain("error=state_mismatch");
    const kept = await comeBack(ctx, "google", await signInAt(urls[1] ?? "", ADA));
    expect(kept.received.redirect).toBe(IN);
  });
});

describe("a company's sign-in", () => {
  it("SI-M1: leads on when its form is posted, or its end is opened, again", async () => {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx);
    const { browser, request } = await startAt(ctx, connection);
    const xml = signedResponse(idp, saidTo(idp, request, ctx.clock.now()));
    const next = new URL(await post(ctx, connection.id, xml));
    const flow = next.searchParams.get("flow") ?? "";
    await send(browser, finishSso, { connectionId: connection.id, flow });
    expect(browser.received.redirect).toBe(`${APP}/new`);
    const again = await nextRequest(browser);
    const posted = await post(ctx, connection.id, xml);
    expect(await open(again, errorPage, posted)).toEqual({ redirect: `${APP}/new` });
    await send(again, finishSso, { connectionId: connection.id, flow });
    expect(await open(again, errorPage, again.received.redirect ?? "")).toEqual({ redirect: `${APP}/new` });
  });
});

describe("a mailed link", () => {
  it("SI-M1: leads on when it's opened again by the browser that it signed in", async () => {
    const ctx = await makeSocialContext(standIns);
    const email = newEmail();
    await send(ctx, requestMagicLink, { email, callbackURL: IN });
    const { token } = await lastProof(ctx, email, "sign-in");
    const browser = await nextRequest(ctx);
    await send(browser, consumeMagicLink, { token });
    const address = `${ctx.baseUrl}/auth/${ctx.project.id}/magic-link?token=${token}`;
    const { redirect } = await open(await nextRequest(browser), magicLinkPage, address);
    expect(new URL(redirect ?? "").searchParams.get("redirect_to")).toBe(IN);
    expect(await open(otherBrowser(ctx), magicLinkPage, address)).toEqual({ links: ["Request a new link"] });
  });
});

describe("the links of mails and invitations", () => {
  it("SI-M1: tell their effect when they're opened again by the browser that used them", async () => {
    const ctx = await makeSocialContext(standIns);
    const email = newEmail();
    await send(ctx, signUpWithPassword, { name: "Ada", email, password: PASSWORD, callbackURL: IN });
    const { token } = await lastProof(ctx, email, "email-verification");
    const browser = await nextRequest(ctx);
    await send(browser, verifyEmail, { token });
    const address = `${ctx.baseUrl}/auth/${ctx.project.id}/verify-email?token=${token}`;
    const { redirect } = await open(await nextRequest(browser), verifyEmailPage, address);
    const led = new URL(redirect ?? "").searchParams;
    expect([led.get("done"), led.get("redirect_to")]).toEqual(["email-verification", IN]);
  });

  it("SI-M1: an invitation of a user leads on", async () => {
    const ctx = await makeSocialContext(standIns);
    const { member } = await ownersOf(ctx);
    const email = newEmail();
    const input = { ...InviteUserInput.parse({ email, redirectTo: IN }), projectId: ctx.project.id };
    await inviteUser(await member("developer"), input);
    const token = tokenOf((await lastMailTo(ctx, email, "user-invitation")).link);
    await send(ctx, acceptUserInvitation, { token, name: "Ada", password: PASSWORD });
    const address = `${ctx.baseUrl}/auth/${ctx.project.id}/join?token=${token}`;
    const { redirect } = await open(await nextRequest(ctx), joinPage, address);
    expect(new URL(redirect ?? "").searchParams.get("redirect_to")).toBe(IN);
    expect(await open(otherBrowser(ctx), joinPage, address)).toEqual({ links: ["Sign in"] });
  });

  it("SI-M1: an invitation to an organisation says how it was answered", async () => {
    const ctx = await makeOrganisationsContext();
    const { owner } = await foundOrganisation(ctx);
    const user = await signInUser(ctx);
    const { id } = await inviteMember(owner, { email: user.session.user.email, role: "member" });
    await acceptOrganisationInvitation(user, { invitationId: id });
    const address = `${ctx.baseUrl}/auth/${ctx.project.id}/invitation?id=${id}`;
    const { redirect } = await open(user, invitationPage, address);
    expect(new URL(redirect ?? "").searchParams.get("done")).toBe("approve");
    const { links } = await open(await signInUser(ctx), invitationPage, address);
    expect(links).toBeDefined();
  });
});

describe("the page of the second step", () => {
  it("SI-L9: leads to sign-in where no sign-in is under way, and keeps where it leads", async () => {
    const ctx = await makeSocialContext(standIns);
    const address = `${ctx.baseUrl}/auth/${ctx.project.id}/two-factor?redirect_to=${encodeURIComponent(IN)}`;
    const { redirect } = await open(ctx, twoFactorPage, address);
    expect(redirect).toBe(`${ctx.baseUrl}/auth/${ctx.project.id}/sign-in?redirect_to=${encodeURIComponent(IN)}`);
  });
});
