import type { ServiceAuthOptions } from "@coppice/auth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KEY_PREFIX, PROJECT_ID_HEADER } from "@/lib/core/service";
import { SIGN_IN_ERRORS } from "@/lib/sign-in/errors";
import { answer, fakeService, PROJECT_ID, PUBLIC_KEY, refusal, SESSION, USER } from "./fake-service";

const input = { email: "ada@example.com", password: "correct horse battery staple" };

describe("the client's results", () => {
  it.each([
    ["INVALID_EMAIL_OR_PASSWORD", "invalid_credentials"],
    ["INVALID_OTP", "invalid_credentials"],
    ["OTP_EXPIRED", "invalid_credentials"],
    ["INVALID_TOKEN", "invalid_credentials"],
    ["INVALID_CODE", "invalid_credentials"],
    ["INVALID_BACKUP_CODE", "invalid_credentials"],
    ["AUTHENTICATION_FAILED", "invalid_credentials"],
    ["PASSKEY_NOT_FOUND", "invalid_credentials"],
    ["TEST_TOKEN_INVALID", "invalid_credentials"],
    ["EMAIL_NOT_VERIFIED", "unverified_email"],
    ["TOO_MANY_REQUESTS", "rate_limited"],
    ["TOO_MANY_ATTEMPTS", "rate_limited"],
    ["ACCOUNT_TEMPORARILY_LOCKED", "rate_limited"],
    ["EMAIL_PASSWORD_DISABLED", "not_enabled"],
    ["MAGIC_LINK_DISABLED", "not_enabled"],
    ["PROVIDER_NOT_FOUND", "not_enabled"],
    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "email_taken"],
    ["PASSWORD_TOO_SHORT", "weak_password"],
    ["PASSWORD_COMPROMISED", "weak_password"],
    ["SESSION_NOT_FRESH", "session_not_fresh"],
    ["UNAUTHORIZED", "unauthorized"],
    ["SERVICE_UNAVAILABLE", "service_error"],
  ] as const)("%s is %s", async (wireCode, code) => {
    const { status } = SIGN_IN_ERRORS[wireCode];
    const service = fakeService({ "POST /sign-in/email": () => refusal(wireCode, status) });
    const result = await service.connect().signIn.email(input);
    expect(result).toEqual({ ok: false, code, message: `refused as ${wireCode}`, reason: wireCode.toLowerCase() });
  });

  it("tell when to come again", async () => {
    const service = fakeService({
      "POST /sign-in/email": () => refusal("TOO_MANY_ATTEMPTS", 429, { "X-Retry-After": "30" }),
    });
    expect(await service.connect().signIn.email(input)).toMatchObject({ code: "rate_limited", retryAfterSeconds: 30 });
  });

  it("tell a missing answer from one that something in between gave", async () => {
    const replies = [new TypeError("Failed to fetch"), new Response("<h1>Bad gateway</h1>", { status: 502 })];
    const service = fakeService({ "POST /sign-in/email": () => replies.shift() ?? new Response("<p>ok</p>") });
    const auth = service.connect();
    expect(await auth.signIn.email(input)).toMatchObject({ ok: false, code: "network_error" });
    expect(await auth.signIn.email(input)).toMatchObject({ ok: false, code: "service_error" });
    expect(await auth.signIn.email(input)).toMatchObject({ ok: false, code: "service_error" });
  });

  it("name the user and the end of the session", async () => {
    const sessionExpiresAt = "2026-01-08T12:00:00.000Z";
    const started = () => answer({ token: SESSION.id, user: USER, sessionExpiresAt });
    const service = fakeService({
      "POST /sign-in/email": started,
      "POST /sign-up/email": started,
      "POST /sign-in/email-otp": started,
      "POST /sign-in/test-token": started,
      "POST /two-factor/verify-totp": started,
    });
    const auth = service.connect();
    const success = { ok: true, userId: USER.id, sessionExpiresAt };
    expect(await auth.signIn.email(input)).toEqual(success);
    expect(await auth.signUp.email({ ...input, name: "Ada" })).toEqual(success);
    expect(await auth.signIn.otpVerify({ email: input.email, otp: "123456" })).toEqual(success);
    expect(await auth.twoFactor.verify("123456", { trustDevice: true })).toEqual(success);
    expect(await auth.signIn.testToken("coppice_test_x")).toEqual({ ok: true, expiresAt: sessionExpiresAt });
    expect(service.seen.map(({ body }) => body)).toEqual([
      input,
      { ...input, name: "Ada" },
      { email: input.email, otp: "123456" },
      { code: "123456", trustDevice: true },
      { token: "coppice_test_x" },
    ]);
  });

  it("say that the second factor is missing, which is no success", async () => {
    const service = fakeService({
      "POST /sign-in/email": () => answer({ twoFactorRedirect: true, twoFactorMethods: ["totp"] }),
    });
    const result = await service.connect().signIn.email(input);
    expect(result).toMatchObject({ ok: false, code: "two_factor_required", twoFactorRequired: true });
    expect(result.twoFactorRequired && result.twoFactorMethods).toEqual(["totp"]);
  });

  it("say that a sign-up waits for the mailbox", async () => {
    const service = fakeService({ "POST /sign-up/email": () => answer({ token: null, user: USER }) });
    const result = await service.connect().signUp.email({ ...input, name: "Ada" });
    expect(result).toEqual({ ok: true, userId: USER.id, sessionExpiresAt: null });
  });
});

describe("the client's requests", () => {
  it("carry the project, the key and the browser's cookies", async () => {
    const service = fakeService({ "GET /get-session": () => answer(null) });
    let credentials: RequestCredentials | undefined;
    const send: typeof fetch = (url, init) => {
      credentials = init?.credentials;
      return service.send(url, init);
    };
    await service.connect({ fetch: send }).getSession();
    const [request] = service.seen;
    expect(request?.url).toBe("https://id.example.com/v1/auth-tenant/get-session");
    expect(request?.headers.get(PROJECT_ID_HEADER)).toBe(PROJECT_ID);
    expect(request?.headers.get("authorization")).toBe(`Bearer ${PUBLIC_KEY}`);
    expect(credentials).toBe("include");
  });

  it("go to the origin of the hosted pages when that is all there is, and nowhere without any", async () => {
    const service = fakeService({ "GET /get-session": () => answer(null) });
    const authUrl = "https://sign-in.example.com/auth/p_1/";
    await service.connect({ apiOrigin: undefined, authUrl }).getSession();
    expect(service.seen[0]?.url).toBe("https://sign-in.example.com/v1/auth-tenant/get-session");
    await expect(service.connect({ apiOrigin: undefined }).getSession()).rejects.toThrow(TypeError);
  });

  it("are not made with a server's key", () => {
    const { connect } = fakeService({});
    expect(() => connect({ publicKey: `${KEY_PREFIX.server}x` })).toThrow("no public key");
    expect(() => connect({ publicKey: `${KEY_PREFIX.management}x` })).toThrow("no public key");
    expect(() => connect({ publicKey: "" })).toThrow(TypeError);
    expect(() => connect({ publicKey: `${KEY_PREFIX.hostedPage}x` })).not.toThrow();
  });
});

describe("an app that is set up wrong", () => {
  const shown = vi.fn();
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(shown));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each(["localhost:3921", "id.example.com", "//id.example.com", "ftp://id.example.com", ""])(
    "is told at once that an address has no scheme: %s",
    (address) => {
      const { connect } = fakeService({});
      expect(() => connect({ apiOrigin: address })).toThrow(
        `apiOrigin must start with https:// or http://, unlike "${address}"`,
      );
      expect(() => connect({ authUrl: address })).toThrow("authUrl must start with https://");
    },
  );

  it("gets the service's hint, in the console too, once", async () => {
    const hint = "Run: npm run coppice -- project unsuspend p_1";
    const { connect } = fakeService({
      "GET /methods": () => answer({ code: "PROJECT_SUSPENDED", message: "The project is suspended", hint }, 403),
    });
    const auth = connect();
    expect(await auth.getMethods()).toMatchObject({ code: "project_suspended", hint });
    await auth.getMethods();
    expect(shown.mock.calls).toEqual([[`project_suspended: ${hint}`]]);
  });

  it("learns on this machine alone that no service answers, and that it may have forgotten apiOrigin", async () => {
    const replies = [() => new TypeError("Failed to fetch"), () => new Response("<h1>Not found</h1>", { status: 404 })];
    const { connect } = fakeService({ "GET /methods": () => replies[0]?.() ?? new Error() });
    const hintOf = async (origin: string, options: Partial<ServiceAuthOptions> = {}) => {
      vi.stubGlobal("location", new URL(origin));
      const result = await connect(options).getMethods();
      return result.ok ? null : result.hint;
    };
    expect(await hintOf("http://localhost:4001")).toContain(
      "is http://localhost:4001 one of the project's allowedOrigins?",
    );
    expect(await hintOf("https://shop.example.com")).toBeUndefined();
    replies.shift();
    expect(await hintOf("http://localhost:4001", { apiOrigin: undefined })).toContain(
      "There is no sign-in service at http://localhost:4001/v1/auth-tenant/methods. That is this page's own origin",
    );
    expect(await hintOf("http://127.0.0.1:4001")).toBe(
      "There is no sign-in service at https://id.example.com/v1/auth-tenant/methods.",
    );
    expect(await hintOf("https://shop.example.com")).toBeUndefined();
  });
});

describe("the client's addresses", () => {
  it("start social sign-in and lead to hosted pages without a request", () => {
    const { connect } = fakeService({});
    const auth = connect();
    expect(auth.signIn.social({ provider: "github", redirectTo: "https://app.example.com/in?a=1&b" })).toEqual({
      redirectUrl: `https://id.example.com/auth/${PROJECT_ID}/social/github?redirect_to=https%3A%2F%2Fapp.example.com%2Fin%3Fa%3D1%26b`,
    });
    expect(auth.hostedPageURL("sign-in")).toBe(`https://id.example.com/auth/${PROJECT_ID}/sign-in`);
  });

  it("lead back to this app, from a page and from a server alike", async () => {
    const service = fakeService({ "POST /sign-in/magic-link": () => answer({ status: true }) });
    const own = service.connect({ appOrigin: "https://app.example.com" });
    const home = `https://id.example.com/auth/${PROJECT_ID}/sign-in?redirect_to=https%3A%2F%2Fapp.example.com%2Fhome`;
    expect(own.hostedPageURL("sign-in", "/home")).toBe(home);
    await own.signIn.magicLink({ email: USER.email, redirectTo: "/home" });
    expect(service.seen[0]?.body).toMatchObject({ callbackURL: "https://app.example.com/home" });
    const plain = service.connect();
    expect(() => plain.hostedPageURL("sign-in", "/home")).toThrow("Give createServiceAuth appOrigin");
    expect(plain.hostedPageURL("sign-in", "https://app.example.com/home")).toBe(home);
    vi.stubGlobal("location", new URL("https://app.example.com/in/here"));
    expect(plain.hostedPageURL("sign-in", "/home")).toBe(home);
    expect(plain.hostedPageURL("sign-in", "../home")).toBe(home);
    vi.unstubAllGlobals();
    expect(() => service.connect({ appOrigin: "app.example.com" })).toThrow("appOrigin must start with https://");
  });
});
