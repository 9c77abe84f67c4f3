import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { startPasskeyRegistration } from "@/lib/sign-in/passkeys/start-registration";
import { changePassword } from "@/lib/sign-in/password/change";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { createAuthorizationCode } from "@/lib/sign-in/sessions/exchange/create-code";
import { exchangeCode } from "@/lib/sign-in/sessions/exchange/exchange-code";
import { returnToApp } from "@/lib/sign-in/sessions/exchange/return-to-app";
import { revokeSessions } from "@/lib/sign-in/sessions/revoke";
import { verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { dashboardRequest } from "@/tests/support/accounts";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  type SignedInTestRequest,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";
import { enrol, totpAt } from "@/tests/support/two-factor";

const verifier = "v".repeat(43);
const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
const APP = "https://app.example.com";

let ctx: TestRequest;
let clock: FixedClock;

async function newCode(): Promise<string> {
  await signUp(ctx);
  return createAuthorizationCode(await signedInRequest(ctx), { codeChallenge });
}

beforeAll(async () => {
  clock = new FixedClock();
  ctx = await makeUserContext({ clock, settings: { allowedOrigins: [APP] } });
});

describe("an authorization code", () => {
  it("gives the app's server a session of its own, and no cookie to the caller", async () => {
    const code = await newCode();
    const server = otherBrowser(ctx);
    const { body: done } = await exchangeCode(server, { code, codeVerifier: verifier });
    expect(server.received.session).toBeUndefined();
    const session = await nextRequest({ ...server, sessionToken: done.sessionToken });
    expect(session.session).toMatchObject({ id: done.token, factors: ["password"] });
    expect((await signedInRequest(ctx)).session.id).not.toBe(done.token);
    expect(await eventsOf(ctx)).toContain("session.sign_in accepted");
  });

  it("OR-03: works once, of 20 exchanges at the same instant too", async () => {
    const code = await newCode();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expectSignInError(exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier }), "INVALID_TOKEN");
  });

  it("is spent by a wrong verifier", async () => {
    const code = await newCode();
    await expectSignInError(exchangeCode(otherBrowser(ctx), { code, codeVerifier: "w".repeat(43) }), "INVALID_TOKEN");
    await expectSignInError(exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier }), "INVALID_TOKEN");
  });

  it("dies after a minute", async () => {
    const code = await newCode();
    clock.advance(60_000);
    await expectSignInError(exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier }), "INVALID_TOKEN");
  });

  it("dies with the session it came from", async () => {
    const code = await newCode();
    await send(await signedInRequest(ctx), revokeSessions);
    await expectSignInError(exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier }), "INVALID_TOKEN");
  });

  it("is worth nothing in another project", async () => {
    const code = await newCode();
    const other = await makeUserContext({ clock });
    await expectSignInError(exchangeCode(other, { code, codeVerifier: verifier }), "INVALID_TOKEN");
    await exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier });
  });
});

const DAY = 86_400_000;
/** A time after which the session of a sign-in is stale, and its code for the app still good. */
const STALE = 601_000;

/** A browser at a project whose users may sign up with a password and need prove no address. */
async function browserAt(place: string): Promise<TestRequest> {
  if (place === "a customer's project") return makeUserContext({ clock });
  const request = await dashboardRequest({ clock });
  const settings = { ...request.project.settings, requireVerifiedEmail: false };
  return { ...request, project: { ...request.project, settings } };
}

/** The session that the app's server gets for a code of this browser's session. */
async function exchanged(browser: TestRequest): Promise<SignedInTestRequest> {
  const code = await createAuthorizationCode(await signedInRequest(browser), { codeChallenge });
  const server = otherBrowser(browser);
  const { body } = await exchangeCode(server, { code, codeVerifier: verifier });
  return signedInRequest({ ...server, sessionToken: body.sessionToken });
}

describe.each(["a customer's project", "the dashboard's project"])(
  "the session that comes of a code at %s",
  (place) => {
    it("PK-12: registers no passkey when the one it comes from is stale", async () => {
      const browser = await browserAt(place);
      await signUp(browser);
      await startPasskeyRegistration(await exchanged(browser), {});
      clock.advance(STALE);
      await expectSignInError(startPasskeyRegistration(await exchanged(browser), {}), "SESSION_NOT_FRESH");
      await verifyOwnPassword(await signedInRequest(browser), { password: PASSWORD });
      await startPasskeyRegistration(await exchanged(browser), {});
    });

    it("PK-12, OA-10: of a user with a second factor needs that one to have been given lately", async () => {
      const { request: browser, secret } = await enrol(await browserAt(place), clock);
      await startPasskeyRegistration(await exchanged(browser), {});
      clock.advance(STALE);
      await verifyOwnPassword(await signedInRequest(browser), { password: PASSWORD });
      await expectSignInError(startPasskeyRegistration(await exchanged(browser), {}), "SESSION_NOT_FRESH");
      const input = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2`, revokeOtherSessions: true };
      const changing = await signedInRequest(browser);
      await send(changing, changePassword, input);
      await expectSignInError(startPasskeyRegistration(await signedInRequest(changing), {}), "SESSION_NOT_FRESH");
      await send(await signedInRequest(changing), verifyTotp, { code: await totpAt(secret, clock.now()) });
      await startPasskeyRegistration(await exchanged(changing), {});
    });

    it("SE-06: ends with the absolute lifetime of the sign-in, however often it is exchanged again", async () => {
      const browser = await browserAt(place);
      const { absoluteLifetimeSeconds, lifetimeSeconds } = browser.project.settings.session;
      await signUp(browser);
      const absoluteEnd = clock.now().getTime() + absoluteLifetimeSeconds * 1_000;
      let last: TestRequest = browser;
      while (clock.now().getTime() + lifetimeSeconds * 1_000 < absoluteEnd) {
        last = await exchanged(last);
        clock.advance(6 * DAY);
      }
      last = await exchanged(last);
      expect((await signedInRequest(last)).session.expiresAt.getTime()).toBe(absoluteEnd);
      clock.advance(absoluteEnd - clock.now().getTime() - 1);
      expect((await exchanged(last)).session.expiresAt.getTime()).toBe(absoluteEnd);
      clock.advance(1);
      expect((await nextRequest(last)).session).toBeNull();
    });

    it("SE-06: ends with the one it comes from if that is not to be remembered", async () => {
      const browser = await browserAt(place);
      await send(browser, signUpWithPassword, { name: "", email: newEmail(), password: PASSWORD, rememberMe: false });
      const { session } = await signedInRequest(browser);
      clock.advance(DAY / 2);
      const once = await exchanged(browser);
      expect(once.session.expiresAt).toEqual(session.expiresAt);
      expect((await exchanged(once)).session.expiresAt).toEqual(session.expiresAt);
    });
  },
);

describe("returning to the app", () => {
  it("carries code and state where a code challenge was given", async () => {
    await signUp(ctx);
    const request = await nextRequest(ctx);
    await send(request, returnToApp, { redirect_to: `${APP}/done?x=1`, code_challenge: codeChallenge, state: "s&1" });
    const target = new URL(request.received.redirect ?? "");
    expect(target.origin + target.pathname).toBe(`${APP}/done`);
    expect(target.searchParams.get("x")).toBe("1");
    expect(target.searchParams.get("state")).toBe("s&1");
    const code = target.searchParams.get("code") ?? "";
    await exchangeCode(otherBrowser(ctx), { code, codeVerifier: verifier });
  });

  it("carries nothing without one, and a path leads to the app", async () => {
    await signUp(ctx);
    const request = await nextRequest(ctx);
    await send(request, returnToApp, { redirect_to: "/inside" });
    expect(request.received.redirect).toBe(`${APP}/inside`);
  });

  it("leads to the sign-in page, with all it was given, when nobody is signed in", async () => {
    const stranger = await nextRequest(otherBrowser(ctx));
    await send(stranger, returnToApp, { redirect_to: "/inside", code_challenge: codeChallenge });
    const target = new URL(stranger.received.redirect ?? "");
    expect(target.pathname).toBe(`/auth/${ctx.project.id}/sign-in`);
    expect(Object.fromEntries(target.searchParams)).toEqual({ redirect_to: "/inside", code_challenge: codeChallenge });
  });
});
