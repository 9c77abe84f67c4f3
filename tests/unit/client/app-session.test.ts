import { createServerAuth, SessionRequired } from "@coppice/auth/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { API_ORIGIN, answer, fakeService, PROJECT_ID, PUBLIC_KEY, refusal, SESSION, USER } from "./fake-service";

const APP = "https://app.example.org";
const SECRET = "a secret of the tests, long enough";

function serverOf(answers: Parameters<typeof fakeService>[0], sessionSecret: string | Record<string, string> = SECRET) {
  const service = fakeService(answers);
  const options = { projectId: PROJECT_ID, publicKey: PUBLIC_KEY, apiOrigin: API_ORIGIN, appOrigin: APP };
  return { service, ...createServerAuth({ ...options, sessionSecret, fetch: service.send }) };
}

const get = (path: string, cookie = "") => new Request(`${APP}${path}`, { headers: { cookie } });
const post = (path: string, cookie = "", origin: string | null = APP) =>
  new Request(`${APP}${path}`, { method: "POST", headers: { cookie, ...(origin !== null && { origin }) } });
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((field) => field.split(";", 1)[0] ?? "");
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

const exchanged = () =>
  answer({ token: SESSION.id, sessionToken: "s".repeat(43), user: USER, sessionExpiresAt: inAWeek() });
const HINTED = `${API_ORIGIN}/auth/${PROJECT_ID}/sign-out?hint=x`;
const endedAt = (url: string) => () => answer({ success: true, url });
const signedIn = () => answer({ session: SESSION, user: USER });

async function begin(server: ReturnType<typeof serverOf>, redirectTo = "/home") {
  const begun = await server.handlers.GET(get(`/api/auth/sign-in?redirect_to=${encodeURIComponent(redirectTo)}`));
  const page = new URL(begun.headers.get("location") ?? "");
  return { page, cookie: cookiesOf(begun)[0] ?? "", state: page.searchParams.get("state") ?? "" };
}

async function signIn(server: ReturnType<typeof serverOf>, redirectTo?: string) {
  const { cookie, state } = await begin(server, redirectTo);
  const response = await server.handlers.GET(get(`/api/auth/callback?code=c0de&state=${state}`, cookie));
  const session = cookiesOf(response).find((pair) => pair.includes("_app_")) ?? "";
  return { response, session, location: response.headers.get("location") };
}

describe("an app's own session", () => {
  it("begins with a challenge whose verifier only this browser's sealed cookie holds", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged });
    const { page, cookie, state } = await begin(server);
    expect(`${page.origin}${page.pathname}`).toBe(`${API_ORIGIN}/auth/${PROJECT_ID}/sign-in`);
    expect(page.searchParams.get("redirect_to")).toBe(`${APP}/api/auth/callback`);
    const response = await server.handlers.GET(get(`/api/auth/callback?code=c0de&state=${state}`, cookie));
    expect(response.headers.get("location")).toBe("/home");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const { code, codeVerifier } = (server.service.seen[0]?.body ?? {}) as Record<string, string>;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
    expect(code).toBe("c0de");
    expect(page.searchParams.get("code_challenge")).toBe(Buffer.from(digest).toString("base64url"));
    expect(cookie + page.href).not.toContain(codeVerifier);
    expect(response.headers.getSetCookie().join()).not.toContain("s".repeat(43));
  });

  it("is not begun by a code that another browser or nobody asked for", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged });
    const [mine, stranger] = [await begin(server), await begin(server)];
    const attempts = [
      get(`/api/auth/callback?code=c0de&state=${mine.state}`),
      get(`/api/auth/callback?code=c0de&state=${mine.state}`, stranger.cookie),
      get("/api/auth/callback?code=c0de", mine.cookie),
      get(`/api/auth/callback?state=${mine.state}`, mine.cookie),
      get(`/api/auth/callback?code=c0de&state=${mine.state}`, `${mine.cookie}; ${mine.cookie}`),
      get(`/api/auth/callback?code=c0de&state=${mine.state}`, mine.cookie.replace(/.{4}$/, "AAAA")),
    ];
    for (const attempt of attempts) {
      const response = await server.handlers.GET(attempt);
      expect.soft(response.headers.get("location")).toBe("/?auth_error=invalid_credentials");
      expect.soft(cookiesOf(response).some((pair) => pair.includes("_app_"))).toBe(false);
    }
    expect(server.service.seen).toEqual([]);
  });

  it.each([
    ["https://evil.example.net/", "/"],
    ["//evil.example.net/", "/"],
    ["/\\evil.example.net", "/"],
    ["https://app.example.org//evil.example.net", "/evil.example.net"],
    ["javascript:alert(1)", "/"],
    ["/home?next=//evil.example.net#part", "/home?next=//evil.example.net#part"],
    ["", "/"],
  ])("OR-01: leads back to this app alone: %s", async (redirectTo, location) => {
    const server = serverOf({ "POST /exchange-code": exchanged });
    expect((await signIn(server, redirectTo)).location).toBe(location);
  });

  it("says why a code was refused", async () => {
    const server = serverOf({ "POST /exchange-code": () => refusal("INVALID_TOKEN", 400) });
    expect(await signIn(server)).toMatchObject({ location: "/?auth_error=invalid_credentials", session: "" });
  });

  it("asks the service each time, with the session's secret and the app's origin", async () => {
    let isEnded = false;
    const session = () => (isEnded ? answer(null) : signedIn());
    const server = serverOf({ "POST /exchange-code": exchanged, "GET /get-session": session });
    const { session: cookie } = await signIn(server);
    expect(await server.requireSession({ request: get("/", cookie) })).toMatchObject({ user: { email: USER.email } });
    const asked = server.service.seen.at(-1);
    expect(asked?.headers.get("cookie")).toBe(`__Host-coppice_session_${PROJECT_ID}=${"s".repeat(43)}`);
    expect(asked?.headers.get("origin")).toBe(APP);
    isEnded = true;
    const refused = server.requireSession({ request: get("/", cookie), returnPath: "/home" });
    await expect(refused).rejects.toBeInstanceOf(SessionRequired);
    await expect(refused).rejects.toMatchObject({ signInURL: `${APP}/api/auth/sign-in?redirect_to=%2Fhome` });
  });

  it("does not send to the sign-in page when the service is out of reach", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged, "GET /get-session": () => new TypeError("down") });
    const { session } = await signIn(server);
    const refused = server.requireSession({ request: get("/", session) });
    await expect(refused).rejects.toThrow("cannot be reached");
    await expect(refused).rejects.not.toBeInstanceOf(SessionRequired);
  });

  it("is nothing with a seal of another secret, another project or none, and survives a rotation", async () => {
    const answers = { "POST /exchange-code": exchanged, "GET /get-session": signedIn };
    const { session } = await signIn(serverOf(answers, { 1: SECRET }));
    const isKnown = async (server: ReturnType<typeof serverOf>, cookie: string) =>
      (await server.getSession(get("/", cookie))).authenticated;
    expect(await isKnown(serverOf(answers, { 1: SECRET, 2: "another secret, just as long as that" }), session)).toBe(
      true,
    );
    expect(await isKnown(serverOf(answers, "another secret, just as long as that"), session)).toBe(false);
    expect(await isKnown(serverOf(answers), session.replace(/.{4}$/, "AAAA"))).toBe(false);
    expect(await isKnown(serverOf(answers), `${session}; ${session}`)).toBe(false);
    expect(() => serverOf(answers, "too short")).toThrow(TypeError);
  });

  it("CS-01: is ended from this app's own pages alone", async () => {
    const answers = { "POST /exchange-code": exchanged, "POST /sign-out": endedAt(HINTED) };
    const server = serverOf(answers);
    const { session } = await signIn(server);
    for (const origin of [
      null,
      "null",
      "https://evil.example.net",
      `${APP}.evil.example.net`,
      "http://app.example.org",
    ]) {
      const refused = await server.handlers.POST(post("/api/auth/sign-out", session, origin));
      expect.soft([refused.status, cookiesOf(refused)], String(origin)).toEqual([403, []]);
    }
    expect(server.service.seen.filter(({ path }) => path === "/sign-out")).toEqual([]);
    const done = await server.handlers.POST(post("/api/auth/sign-out?redirect_to=/bye", session));
    expect([done.status, done.headers.get("location")]).toEqual([303, HINTED]);
    expect(cookiesOf(done)).toEqual([`__Host-coppice_app_${PROJECT_ID}=`, expect.stringContaining("_flow_")]);
    expect(server.service.seen.filter(({ path }) => path === "/sign-out")).toHaveLength(1);
  });

  it("ends by way of the hosted page, which leads back to the callback and so to the app's page", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged, "POST /sign-out": endedAt(HINTED) });
    const { session } = await signIn(server);
    const done = await server.handlers.POST(post("/api/auth/sign-out?redirect_to=/bye", session));
    const { callbackURL, state } = (server.service.seen.at(-1)?.body ?? {}) as Record<string, string>;
    expect(callbackURL).toBe(`${APP}/api/auth/callback`);
    const flow = cookiesOf(done).find((pair) => pair.includes("_flow_")) ?? "";
    const back = async (query: string, cookie = flow) =>
      (await server.handlers.GET(get(`/api/auth/callback?${query}`, cookie))).headers.get("location");
    expect(await back(`state=${state}`)).toBe("/bye");
    expect(await back(`state=${state}&code=c0de`)).toBe("/bye");
    expect(await back("state=another")).toBe("/?auth_error=invalid_credentials");
    expect(await back(`state=${state}`, "")).toBe("/?auth_error=invalid_credentials");
    expect(server.service.seen.filter(({ path }) => path === "/exchange-code")).toHaveLength(1);
  });

  it("ends here alone while the service is out of reach, and by the page that asks where it had ended before", async () => {
    const answers: (() => Response | Error)[] = [
      () => new TypeError("down"),
      () => answer({ success: true }),
      () => refusal("INVALID_CALLBACK_URL", 403),
      () => answer({ success: true }),
    ];
    const server = serverOf({
      "POST /exchange-code": exchanged,
      "POST /sign-out": () => answers.shift()?.() ?? new Error("asked too often"),
    });
    const { session } = await signIn(server);
    const leave = async () => {
      const response = await server.handlers.POST(post("/api/auth/sign-out?redirect_to=/bye", session));
      expect(cookiesOf(response)[0]).toBe(`__Host-coppice_app_${PROJECT_ID}=`);
      return response.headers.get("location") ?? "";
    };
    expect(await leave()).toBe("/bye");
    const asking = new URL(await leave());
    expect(asking.pathname).toBe(`/auth/${PROJECT_ID}/sign-out`);
    expect([...asking.searchParams.keys()]).toEqual(["redirect_to", "state"]);
    expect(await leave()).toBe("/bye");
    expect(answers).toEqual([]);
    const nobody = await server.handlers.POST(post("/api/auth/sign-out?redirect_to=/bye"));
    expect(nobody.headers.get("location")).toBe("/bye");
  });

  it("tells the browser's client the page to leave for, which leads back to the same page", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged, "POST /sign-out": endedAt(HINTED) });
    const { session } = await signIn(server);
    const request = post("/api/auth/v1/auth-tenant/sign-out", session);
    request.headers.set("referer", `${APP}/settings?tab=2`);
    const done = await server.handlers.POST(request);
    expect(await done.json()).toEqual({ success: true, url: HINTED });
    const { state } = (server.service.seen.at(-1)?.body ?? {}) as Record<string, string>;
    const back = await server.handlers.GET(get(`/api/auth/callback?state=${state}`, cookiesOf(done).join("; ")));
    expect(back.headers.get("location")).toBe("/settings?tab=2");
  });

  it("gives the browser's client session, token and sign-out through the app, and nothing else of the wire", async () => {
    const answers = {
      "POST /exchange-code": exchanged,
      "GET /get-session": signedIn,
      "GET /token": () => refusal("UNAUTHORIZED", 401),
      "GET /methods": () => answer({ providers: ["github"] }),
      "POST /sign-out": () => answer({ success: true }),
    };
    const server = serverOf(answers);
    const { session } = await signIn(server);
    const wire = "/api/auth/v1/auth-tenant";
    const bodyOf = async (path: string, cookie = "") => {
      const response = await server.handlers.GET(get(`${wire}${path}`, cookie));
      return [response.status, await response.json().catch(() => null)];
    };
    expect(await bodyOf("/get-session", session)).toEqual([200, { session: SESSION, user: USER }]);
    expect(await bodyOf("/get-session")).toEqual([200, null]);
    expect(await bodyOf("/token", session)).toEqual([401, expect.objectContaining({ code: "UNAUTHORIZED" })]);
    expect(await bodyOf("/token")).toEqual([401, expect.objectContaining({ code: "UNAUTHORIZED" })]);
    expect(await bodyOf("/methods")).toEqual([200, { providers: ["github"] }]);
    expect(server.service.seen.at(-1)?.headers.get("cookie")).toBeNull();
    for (const path of ["/list-sessions", "/exchange-code", "/get-session/", "/../token", "/delete-user"]) {
      const asked = server.service.seen.length;
      expect.soft((await server.handlers.GET(get(`${wire}${path}`, session))).status, path).toBe(404);
      expect.soft((await server.handlers.POST(post(`${wire}${path}`, session))).status, path).toBe(404);
      expect.soft(server.service.seen).toHaveLength(asked);
    }
  });
});

describe("the proxy helper", () => {
  afterEach(() => vi.useRealTimers());

  it("leads who has no session cookie from protected paths to the sign-in page", async () => {
    const server = serverOf({ "POST /exchange-code": exchanged });
    const proxy = server.proxy({ protectedPaths: ["/dashboard"] });
    const { session } = await signIn(server);
    expect(await proxy(get("/"))).toBeUndefined();
    expect(await proxy(get("/dashboards"))).toBeUndefined();
    expect(await proxy(get("/dashboard/a", session))).toBeUndefined();
    const led = await proxy(get("/dashboard/a?b=c"));
    expect(led?.status).toBe(307);
    expect(led?.headers.get("location")).toBe(`${APP}/api/auth/sign-in?redirect_to=%2Fdashboard%2Fa%3Fb%3Dc`);
  });

  it("prolongs the app's cookie once a day while the service knows the session, and drops it when it ended", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let session: unknown = { session: { ...SESSION, expiresAt: inAWeek() }, user: USER };
    const server = serverOf({ "POST /exchange-code": exchanged, "GET /get-session": () => answer(session) });
    const proxy = server.proxy();
    const { session: cookie } = await signIn(server);
    expect(await proxy(get("/", cookie))).toBeUndefined();
    vi.setSystemTime(Date.now() + 86_400_000);
    session = { session: { ...SESSION, expiresAt: inAWeek() }, user: USER };
    const renewed = await proxy(get("/", cookie));
    expect(renewed?.headers.get("set-cookie")).toMatch(/_app_.*; Max-Age=6047\d\d|Max-Age=604800/);
    session = null;
    expect((await proxy(get("/", cookie)))?.headers.get("set-cookie")).toContain("Max-Age=0");
  });
});
