import { createAuthClient } from "better-auth/client";
import { emailOTPClient, magicLinkClient } from "better-auth/client/plugins";
import { describe, expect, it } from "vitest";
import { Browser } from "@/tests/support/browser";
import { cookieFetch } from "@/tests/support/cookie-fetch";
import { type Lane, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { lastMailTo } from "@/tests/support/mailbox";
import { kindsTo, lastProof, tokenOf, wrongCode } from "@/tests/support/mailed-proof";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
} from "@/tests/support/sign-in-lanes";

const NEW_PASSWORD = "an entirely new passphrase";
usedSecrets.add(NEW_PASSWORD);

/** The published client with its plugins, in a browser of its own. */
function connect(lane: Lane, project: SignInProject) {
  return createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [magicLinkClient(), emailOTPClient()],
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, authorization: `Bearer ${project.publicKey}` },
      customFetchImpl: cookieFetch(),
    },
  });
}

type Client = ReturnType<typeof connect>;

async function emailOf(client: Client): Promise<string | undefined> {
  return (await client.getSession()).data?.user.email;
}

describe("the unmodified better-auth client and a mailbox", () => {
  it("signs in by link in the browser that asked, and nowhere else without its number", async () => {
    const project = await createSignInProject();
    const ctx = await laneContext();
    const [client, other] = [connect(lane, project), connect(lane, project)];
    const email = newEmail();
    const asked = await client.signIn.magicLink({ email, name: "Ada" });
    expect(asked.data).toEqual({ status: true, number: expect.stringMatching(/^\d{4}$/) });
    const { token } = await lastProof(ctx, email, "sign-in");
    const elsewhere = await other.magicLink.verify({ query: { token } });
    expect(elsewhere.error).toMatchObject({ status: 400, code: "INVALID_NUMBER" });
    expect(await emailOf(other)).toBeUndefined();
    const signedIn = await client.magicLink.verify({ query: { token } });
    expect(signedIn.data).toMatchObject({
      user: { email, name: "Ada", emailVerified: true },
      session: { id: expect.any(String) },
    });
    expect(await emailOf(client)).toBe(email);
    expect((await client.magicLink.verify({ query: { token } })).error).toMatchObject({ code: "INVALID_TOKEN" });
    const again = await client.signIn.magicLink({ email });
    const number = Reflect.get(again.data ?? {}, "number") as string;
    const second = (await lastProof(ctx, email, "sign-in")).token;
    const { data } = await other.$fetch<{ user: { email: string } }>("/magic-link/verify", {
      method: "POST",
      body: { token: second, number },
    });
    expect(data?.user.email).toBe(email);
    expect(await emailOf(other)).toBe(email);
  });

  it("signs in by code, is told of a wrong one, and makes the user", async () => {
    const project = await createSignInProject();
    const client = connect(lane, project);
    const email = newEmail();
    expect((await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" })).data).toMatchObject({
      success: true,
    });
    const { code } = await lastProof(await laneContext(), email, "sign-in");
    const wrong = await client.signIn.emailOtp({ email, otp: wrongCode(code) });
    expect(wrong.error).toMatchObject({ status: 400, code: "INVALID_OTP" });
    expect((await client.emailOtp.checkVerificationOtp({ email, type: "sign-in", otp: code })).data).toEqual({
      success: true,
    });
    const signedIn = await client.signIn.emailOtp({ email, otp: code });
    expect(signedIn.data?.user).toMatchObject({ email, emailVerified: true, createdAt: expect.any(Date) });
    expect(await emailOf(client)).toBe(email);
    const used = await connect(lane, project).signIn.emailOtp({ email, otp: code });
    expect(used.error).toMatchObject({ code: "INVALID_OTP" });
  });

  it("verifies the address of a sign-up by link and by code", async () => {
    const project = await createSignInProject({ requireVerifiedEmail: true });
    const ctx = await laneContext();
    for (const way of ["link", "code"]) {
      const client = connect(lane, project);
      const email = newEmail();
      expect((await client.signUp.email({ name: "Ada", email, password: PASSWORD })).data?.token).toBeNull();
      const early = await connect(lane, project).signIn.email({ email, password: PASSWORD });
      expect(early.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
      const { token, code } = await lastProof(ctx, email, "email-verification");
      if (way === "link") {
        const stranger = await connect(lane, project).verifyEmail({ query: { token } });
        expect(stranger.error).toMatchObject({ status: 400, code: "PROOF_REQUIRED" });
        expect((await client.verifyEmail({ query: { token } })).data).toMatchObject({ status: true });
      } else {
        const verified = await client.emailOtp.verifyEmail({ email, otp: code });
        expect(verified.data).toMatchObject({ status: true, token: null, user: { email, emailVerified: true } });
      }
      expect((await client.signIn.email({ email, password: PASSWORD })).data?.user.emailVerified).toBe(true);
    }
  });

  it("mails the proof of an address again", async () => {
    const project = await createSignInProject();
    const client = connect(lane, project);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    expect((await client.sendVerificationEmail({ email, callbackURL: "/done" })).data).toEqual({ status: true });
    const mismatch = await client.sendVerificationEmail({ email: newEmail() });
    expect(mismatch.error).toMatchObject({ status: 400, code: "EMAIL_MISMATCH" });
    expect(await kindsTo(await laneContext(), email)).toEqual(["email-verification", "email-verification"]);
    const { token } = await lastProof(await laneContext(), email, "email-verification");
    expect((await client.verifyEmail({ query: { token } })).error).toBeNull();
    expect((await client.sendVerificationEmail({ email })).error).toMatchObject({ code: "EMAIL_ALREADY_VERIFIED" });
  });

  it("resets a password by link and by code", async () => {
    const project = await createSignInProject();
    const ctx = await laneContext();
    const client = connect(lane, project);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const message = "If this email exists in our system, check your email for the reset link";
    for (const address of [email, newEmail()]) {
      const asked = await client.requestPasswordReset({ email: address, redirectTo: "/new-password" });
      expect(asked.data).toEqual({ status: true, message });
    }
    const { token } = await lastProof(ctx, email, "password-reset");
    const weak = await client.resetPassword({ newPassword: "short", token });
    expect(weak.error).toMatchObject({ status: 400, code: "PASSWORD_TOO_SHORT" });
    expect((await client.resetPassword({ newPassword: NEW_PASSWORD, token })).data).toEqual({ status: true });
    expect(await emailOf(client)).toBeUndefined();
    const used = await client.resetPassword({ newPassword: NEW_PASSWORD, token });
    expect(used.error).toMatchObject({ status: 400, code: "INVALID_TOKEN" });
    expect((await client.signIn.email({ email, password: NEW_PASSWORD })).data?.user.email).toBe(email);
    expect((await client.emailOtp.requestPasswordReset({ email })).data).toEqual({ success: true });
    const { code } = await lastProof(ctx, email, "password-reset");
    const reset = await client.emailOtp.resetPassword({ email, otp: code, password: PASSWORD });
    expect(reset.data).toEqual({ success: true });
    expect((await client.signIn.email({ email, password: PASSWORD })).data?.user.email).toBe(email);
  });

  it("changes the address by links and by codes, and stays signed in", async () => {
    const project = await createSignInProject();
    const ctx = await laneContext();
    const client = connect(lane, project);
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    await client.emailOtp.sendVerificationOtp({ email: first, type: "sign-in" });
    await client.signIn.emailOtp({ email: first, otp: (await lastProof(ctx, first, "sign-in")).code });
    expect((await client.changeEmail({ newEmail: second })).data).toEqual({ status: true });
    const confirmation = tokenOf((await lastMailTo(ctx, first, "change-email-confirmation")).link);
    expect((await connect(lane, project).verifyEmail({ query: { token: confirmation } })).error).toBeNull();
    const { token } = await lastProof(ctx, second, "change-email-verification");
    const signedOut = await connect(lane, project).verifyEmail({ query: { token } });
    expect(signedOut.error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    expect((await client.verifyEmail({ query: { token } })).data).toMatchObject({ user: { email: second } });
    expect(await emailOf(client)).toBe(second);
    const unproven = await client.emailOtp.requestEmailChange({ newEmail: third });
    expect(unproven.error).toMatchObject({ status: 400, message: "OTP is required to verify current email" });
    await client.emailOtp.sendVerificationOtp({ email: second, type: "email-verification" });
    const current = (await lastProof(ctx, second, "email-verification")).code;
    const asked = await client.emailOtp.requestEmailChange({ newEmail: third, otp: current });
    expect(asked.data).toEqual({ success: true });
    const { code } = await lastProof(ctx, third, "change-email-verification");
    expect((await client.emailOtp.changeEmail({ newEmail: third, otp: code })).data).toEqual({ success: true });
    expect(await emailOf(client)).toBe(third);
  });
});

describe("mailed links and codes", () => {
  const requests: [path: string, body: (email: string) => object][] = [
    ["/sign-in/magic-link", (email) => ({ email })],
    ["/email-otp/send-verification-otp", (email) => ({ email, type: "sign-in" })],
    ["/email-otp/send-verification-otp", (email) => ({ email, type: "forget-password" })],
    ["/email-otp/request-password-reset", (email) => ({ email })],
    ["/request-password-reset", (email) => ({ email })],
    ["/send-verification-email", (email) => ({ email })],
  ];

  it("EN-03: the bytes of the answer are the same with and without a user", async () => {
    const project = await createSignInProject({ methods: { magicLink: false } });
    const withLinks = await createSignInProject();
    for (const [path, body] of requests) {
      const at = path === "/sign-in/magic-link" ? withLinks : project;
      const known = newEmail();
      await new Browser(lane, at).post("/sign-up/email", { name: "Ada", email: known, password: PASSWORD });
      const shapes = [];
      for (const email of [known, newEmail()]) {
        const answer = await askAuth(lane, at, "POST", path, { body: body(email) });
        expect(answer.status, path).toBe(200);
        const names = [...answer.headers.keys()].filter((name) => name !== "date");
        shapes.push([answer.text.replace(/"number":"\d{4}"/, '"number"'), names, answer.headers.get("content-length")]);
      }
      expect(shapes[0], path).toEqual(shapes[1]);
    }
  });

  it("ML-01: a scanner that opens the links of the mail uses nothing up and is given no cookie", async () => {
    const project = await createSignInProject();
    const browser = new Browser(lane, project);
    const email = newEmail();
    await browser.post("/sign-in/magic-link", { email });
    const { token } = await lastProof(await laneContext(), email, "sign-in");
    const url = `${lane.baseUrl}/v1/auth-tenant/magic-link/verify?token=${token}`;
    for (const method of ["GET", "HEAD", "GET", "GET"]) {
      const scanned = await fetch(url, { method, redirect: "manual", headers: { cookie: browser.cookies ?? "" } });
      expect([scanned.status, scanned.headers.getSetCookie()]).toEqual([401, []]);
    }
    const signedIn = await browser.post("/magic-link/verify", { token });
    expect(signedIn.json).toMatchObject({ user: { email }, callbackURL: null });
    expect(browser.isSignedIn).toBe(true);
  });

  it("ML-05: the link is of the configured origin, for any host in the request", async () => {
    const project = await createSignInProject();
    const email = newEmail();
    const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example", "x-forwarded-proto": "ftp" };
    await askAuth(lane, project, "POST", "/sign-in/magic-link", { body: { email }, headers });
    const { link } = await lastProof(await laneContext(), email, "sign-in");
    expect(link).toMatch(new RegExp(`^http://[^/]+/auth/${project.id}/magic-link\\?token=[0-9A-Za-z]{32}$`));
    expect(link).not.toContain("evil");
  });

  it("ML-06, ML-09: are asked for by pages of the app alone, and lead back to its addresses alone", async () => {
    const project = await createSignInProject();
    for (const [path, body] of requests) {
      const foreign = { body: body(newEmail()), origin: "https://evil.example" };
      expectAuthRefusal(await askAuth(lane, project, "POST", path, foreign), "INVALID_ORIGIN");
      const unsaid = await askAuth(lane, project, "POST", path, { ...foreign, origin: null });
      expectAuthRefusal(unsaid, "MISSING_OR_NULL_ORIGIN");
    }
    const magic = { email: newEmail(), callbackURL: "https://evil.example" };
    const toEvil = await askAuth(lane, project, "POST", "/sign-in/magic-link", { body: magic });
    expectAuthRefusal(toEvil, "INVALID_CALLBACK_URL");
    const reset = { email: newEmail(), redirectTo: "//evil.example" };
    const resetToEvil = await askAuth(lane, project, "POST", "/request-password-reset", { body: reset });
    expectAuthRefusal(resetToEvil, "INVALID_REDIRECT_URL");
    for (const path of ["/magic-link/verify?token=x&", "/verify-email?token=x&", "/reset-password/x?"]) {
      const answer = await askAuth(lane, project, "GET", `${path}callbackURL=https%3A%2F%2Fevil.example`);
      expectAuthRefusal(answer, "INVALID_CALLBACK_URL");
    }
  });

  it("a key that may only read asks for nothing and uses nothing up", async () => {
    const project = await createSignInProject();
    const browser = new Browser(lane, project);
    const email = newEmail();
    await browser.post("/sign-in/magic-link", { email });
    const { token } = await lastProof(await laneContext(), email, "sign-in");
    const key = project.readKey;
    for (const [path, body] of requests) {
      expectAuthRefusal(await askAuth(lane, project, "POST", path, { key, body: body(email) }), "READ_ONLY_KEY");
    }
    for (const path of [`/magic-link/verify?token=${token}`, `/verify-email?token=${token}`]) {
      expectAuthRefusal(await browser.get(path, { key }), "READ_ONLY_KEY");
    }
    expect((await browser.post("/magic-link/verify", { token })).status).toBe(200);
  });

  it("OT-07: a code that is no text is refused by its type", async () => {
    const project = await createSignInProject();
    const email = newEmail();
    for (const otp of [123456, ["123456"], { $ne: "" }, null]) {
      const answer = await askAuth(lane, project, "POST", "/sign-in/email-otp", { body: { email, otp } });
      expectAuthRefusal(answer, "VALIDATION_ERROR");
    }
    for (const otp of ["000000 ", "\uff10\uff10\uff10\uff10\uff10\uff10", "0000000", ""]) {
      const answer = await askAuth(lane, project, "POST", "/sign-in/email-otp", { body: { email, otp } });
      expectAuthRefusal(answer, "INVALID_OTP");
    }
  });

  it("GETs with an address lead on to it, with the cookie or with the failure", async () => {
    const project = await createSignInProject();
    const browser = new Browser(lane, project);
    const email = newEmail();
    await browser.post("/sign-in/magic-link", { email });
    const { token } = await lastProof(await laneContext(), email, "sign-in");
    const to = encodeURIComponent(`${APP_ORIGIN}/home`);
    const done = await browser.get(`/magic-link/verify?token=${token}&callbackURL=${to}`);
    expect([done.status, done.headers.get("location"), browser.isSignedIn]).toEqual([302, `${APP_ORIGIN}/home`, true]);
    const failed = await browser.get(`/magic-link/verify?token=${token}&callbackURL=${to}`);
    expect(failed.headers.get("location")).toBe(`${APP_ORIGIN}/home?error=INVALID_TOKEN`);
    await browser.post("/request-password-reset", { email });
    const reset = await lastProof(await laneContext(), email, "password-reset");
    const onward = await browser.get(`/reset-password/${reset.token}?callbackURL=${to}`);
    expect(onward.headers.get("location")).toBe(`${APP_ORIGIN}/home?token=${reset.token}`);
    const invalid = await browser.get(`/reset-password/nothing?callbackURL=${to}`);
    expect(invalid.headers.get("location")).toBe(`${APP_ORIGIN}/home?error=INVALID_TOKEN`);
    expectAuthRefusal(await browser.get(`/reset-password/${reset.token}`), "VALIDATION_ERROR");
  });
});
