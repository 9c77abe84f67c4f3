import { createServiceAuth } from "@coppice/auth";
import { createServerAuth, SessionRequired } from "@coppice/auth/server";
import { describe, expect, it } from "vitest";
import { type Lane, lane, usedSecrets } from "@/tests/support/lanes";
import { APP_ORIGIN, createSignInProject, newEmail, PASSWORD, type SignInProject } from "@/tests/support/sign-in-lanes";

/** Keeps cookies as a browser does and says where the page is from. */
function browserOf(lane: Lane) {
  const jar = new Map<string, string>();
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", APP_ORIGIN);
    if (jar.size > 0) headers.set("cookie", cookieHeader());
    const response = await fetch(String(input), { ...init, headers, redirect: "manual" });
    for (const field of response.headers.getSetCookie()) {
      const [pair = ""] = field.split(";", 1);
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (value === "") jar.delete(name);
      else jar.set(name, value);
      if (value !== "") usedSecrets.add(value);
    }
    return response;
  };
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const connect = (project: SignInProject, publicKey = project.publicKey) =>
    createServiceAuth({ projectId: project.id, publicKey, apiOrigin: lane.baseUrl, fetch: send });
  return { send, connect, cookieHeader };
}

const identity = () => ({ email: newEmail(), password: PASSWORD });

describe("the published client", () => {
  it("signs up, in and out, and knows the session, the user and a token", async () => {
    const project = await createSignInProject();
    const auth = browserOf(lane).connect(project);
    usedSecrets.add(PASSWORD);
    const who = identity();
    expect(await auth.getSession()).toEqual({ authenticated: false });
    expect(await auth.getUser()).toBeNull();
    expect(await auth.getToken()).toMatchObject({ ok: false, code: "unauthorized" });
    const signedUp = await auth.signUp.email({ ...who, name: "Ada" });
    expect(signedUp).toEqual({ ok: true, userId: expect.any(String), sessionExpiresAt: expect.any(String) });
    const session = await auth.getSession();
    expect(session).toMatchObject({ authenticated: true, user: { email: who.email, name: "Ada" } });
    const token = await auth.getToken();
    if (token.ok) usedSecrets.add(token.token);
    expect(token).toMatchObject({ ok: true, token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
    expect(await auth.getToken()).toEqual(token);
    expect(await auth.signOut()).toEqual({ ok: true });
    expect(await auth.getToken()).toMatchObject({ ok: false, code: "unauthorized" });
    expect(await auth.signIn.email({ ...who, password: "not the password" })).toMatchObject({
      ok: false,
      code: "invalid_credentials",
    });
    expect(await auth.signIn.email({ ...who, rememberMe: false })).toMatchObject({ ok: true });
    expect((await auth.getUser())?.email).toBe(who.email);
  });

  it("is told by code why a sign-up is refused, and that a read-only key may not sign up", async () => {
    const project = await createSignInProject();
    const { connect } = browserOf(lane);
    const auth = connect(project);
    const who = identity();
    expect((await auth.signUp.email({ ...who, name: "Ada" })).ok).toBe(true);
    await auth.signOut();
    const codeOf = async (changed: object) => {
      const result = await auth.signUp.email({ ...identity(), name: "Eve", ...changed });
      return result.ok ? "ok" : result.code;
    };
    expect(await codeOf({ email: who.email })).toBe("email_taken");
    expect(await codeOf({ password: "x7#k" })).toBe("weak_password");
    expect(await codeOf({ password: "password123" })).toBe("weak_password");
    const reader = browserOf(lane).connect(project, project.readKey);
    expect(await reader.signUp.email({ ...identity(), name: "Eve" })).toMatchObject({ code: "read_only_key" });
  });

  it("lists the project's methods, and manages account and sessions", async () => {
    const project = await createSignInProject();
    const [auth, elsewhere] = [browserOf(lane).connect(project), browserOf(lane).connect(project)];
    const who = identity();
    expect(await auth.getMethods()).toMatchObject({ ok: true, methods: { password: true }, providers: [] });
    await auth.signUp.email({ ...who, name: "Ada" });
    await elsewhere.signIn.email(who);
    expect(await auth.account.updateUser({ name: "Grace" })).toEqual({ ok: true });
    expect((await auth.getUser())?.name).toBe("Grace");
    const listed = await auth.sessions.list();
    const own = await auth.getSession();
    const other = listed.ok && own.authenticated ? listed.sessions.find(({ id }) => id !== own.id) : undefined;
    expect(await auth.sessions.revoke({ token: other?.token ?? "" })).toEqual({ ok: true });
    expect(await elsewhere.getSession()).toEqual({ authenticated: false });
    await elsewhere.signIn.email(who);
    expect(await auth.sessions.revokeOthers()).toEqual({ ok: true });
    expect(await elsewhere.getSession()).toEqual({ authenticated: false });
    expect(await auth.account.listAccounts()).toMatchObject({ ok: true, accounts: [{ providerId: "credential" }] });
    expect(await auth.trustedDevices.list()).toEqual({ ok: true, devices: [] });
    expect(await auth.passkey.list()).toEqual({ ok: true, passkeys: [] });
    expect(await auth.account.deleteUser({ password: PASSWORD })).toEqual({ ok: true });
    expect(await auth.getSession()).toEqual({ authenticated: false });
  });

  it("SI-L7: begins and ends a two-factor set-up, and tells a wrong current password from a wrong code", async () => {
    const auth = browserOf(lane).connect(await createSignInProject());
    await auth.signUp.email({ ...identity(), name: "Ada" });
    const begun = await auth.twoFactor.enable(PASSWORD);
    if (!begun.ok) throw new Error(begun.message);
    for (const code of begun.backupCodes) usedSecrets.add(code);
    expect(begun.totpURI).toMatch(/^otpauth:\/\/totp\//);
    expect(begun.backupCodes).toHaveLength(10);
    expect(begun.backupCodes[0]).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(await auth.twoFactor.verify("000000")).toMatchObject({ ok: false, code: "invalid_credentials" });
    expect(await auth.twoFactor.enable("not the password")).toMatchObject({ ok: false, code: "invalid_password" });
  });

  it("asks for mails without telling whether the mailbox is known", async () => {
    const auth = browserOf(lane).connect(await createSignInProject());
    const email = newEmail();
    expect(await auth.signIn.magicLink({ email, redirectTo: APP_ORIGIN })).toEqual({
      ok: true,
      number: expect.stringMatching(/^\d+$/),
    });
    expect(await auth.signIn.otpRequest({ email })).toEqual({ ok: true });
    expect(await auth.signIn.otpVerify({ email, otp: "000000" })).toMatchObject({ code: "invalid_credentials" });
    expect(await auth.passwordReset.request({ email })).toEqual({ ok: true });
    expect(await auth.emailVerification.send({ email })).toEqual({ ok: true });
    expect(await auth.signIn.magicLink({ email, redirectTo: "https://evil.example.net" })).toMatchObject({ ok: false });
  });
});

describe("the published server helpers", () => {
  function serverOf(project: SignInProject, own: boolean) {
    return createServerAuth({
      projectId: project.id,
      publicKey: project.publicKey,
      apiOrigin: lane.baseUrl,
      appOrigin: APP_ORIGIN,
      issuer: `${lane.baseUrl}/v1/projects/${project.id}`,
      ...(own && { sessionSecret: "a secret of the tests, long enough" }),
    });
  }

  it("find the session of the service's own cookie", async () => {
    const project = await createSignInProject();
    const browser = browserOf(lane);
    const auth = browser.connect(project);
    const server = serverOf(project, false);
    const request = () => new Request(`${APP_ORIGIN}/home`, { headers: { cookie: browser.cookieHeader() } });
    expect(await server.getSession(request())).toEqual({ authenticated: false });
    const refused = await server.requireSession({ request: request(), returnPath: "/home" }).catch((error) => error);
    expect(refused).toBeInstanceOf(SessionRequired);
    expect(refused.signInURL).toBe(
      `${lane.baseUrl}/auth/${project.id}/sign-in?redirect_to=${encodeURIComponent(`${APP_ORIGIN}/home`)}`,
    );
    const who = identity();
    await auth.signUp.email({ ...who, name: "Ada" });
    expect(await server.requireSession({ request: request() })).toMatchObject({ user: { email: who.email } });
    await auth.signOut();
    expect(await server.getSession(request())).toEqual({ authenticated: false });
  });

  it("exchange the code of a hosted page for a session of the app's own, and end it", async () => {
    const callback = `${APP_ORIGIN}/api/auth/callback`;
    const project = await createSignInProject({ redirectAddresses: [callback] });
    const hosted = browserOf(lane);
    const who = identity();
    await hosted.connect(project).signUp.email({ ...who, name: "Ada" });
    const { handlers, ...server } = serverOf(project, true);
    const begun = await handlers.GET(new Request(`${APP_ORIGIN}/api/auth/sign-in?redirect_to=/home`));
    const flow = begun.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const page = new URL(begun.headers.get("location") ?? "");
    expect(page.pathname).toBe(`/auth/${project.id}/sign-in`);
    const returned = await hosted.send(`${lane.baseUrl}/auth/${project.id}/return${page.search}`);
    const back = returned.headers.get("location") ?? "";
    expect(back.startsWith(`${callback}?code=`)).toBe(true);
    usedSecrets.add(new URL(back).searchParams.get("code") ?? "");

    const finished = await handlers.GET(new Request(back, { headers: { cookie: flow } }));
    expect({ status: finished.status, location: finished.headers.get("location") }).toEqual({
      status: 302,
      location: "/home",
    });
    const [sealed = ""] = finished.headers.getSetCookie().filter((field) => field.includes("_app_"));
    expect(sealed).toMatch(/^__Host-coppice_app_.*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = sealed.split(";", 1)[0] ?? "";
    usedSecrets.add(cookie.slice(cookie.indexOf("=") + 1));
    const asApp = (path: string, init: RequestInit = {}) =>
      new Request(`${APP_ORIGIN}${path}`, { ...init, headers: { cookie, origin: APP_ORIGIN } });
    expect(await server.getSession(asApp("/"))).toMatchObject({ authenticated: true, user: { email: who.email } });

    const token = await (await handlers.GET(asApp("/api/auth/v1/auth-tenant/token"))).json();
    usedSecrets.add(token.token);
    expect(token.token.split(".")).toHaveLength(3);
    const forwarded = await handlers.GET(asApp("/api/auth/v1/auth-tenant/get-session"));
    expect((await forwarded.json()).user.email).toBe(who.email);

    const again = await handlers.GET(new Request(back, { headers: { cookie: flow } }));
    expect(again.headers.get("location")).toBe("/?auth_error=invalid_credentials");
    const out = await handlers.POST(asApp("/api/auth/sign-out?redirect_to=/bye", { method: "POST" }));
    expect(out.status).toBe(303);
    expect(out.headers.getSetCookie()[0]).toContain("Max-Age=0");
    expect(await server.getSession(asApp("/"))).toEqual({ authenticated: false });
    expect(await hosted.connect(project).getSession()).toMatchObject({ authenticated: true });
    const leaving = new URL(out.headers.get("location") ?? "");
    const left = await hosted.send(`${lane.baseUrl}${leaving.pathname}${leaving.search}`);
    expect(await hosted.connect(project).getSession()).toEqual({ authenticated: false });
    const [outFlow = ""] = out.headers.getSetCookie().filter((field) => field.includes("_flow_"));
    const home = await handlers.GET(
      new Request(left.headers.get("location") ?? "", { headers: { cookie: outFlow.split(";", 1)[0] ?? "" } }),
    );
    expect(home.headers.get("location")).toBe("/bye");
  });

  it("verify a token of their project and refuse another's", async () => {
    const [project, other] = [await createSignInProject(), await createSignInProject()];
    const auth = browserOf(lane).connect(project);
    const signedUp = await auth.signUp.email({ ...identity(), name: "Ada" });
    const token = await auth.getToken();
    if (!signedUp.ok || !token.ok) throw new Error("no token");
    usedSecrets.add(token.token);
    const issued = JSON.parse(atob(token.token.split(".")[1] ?? "")).iss;
    const verifierOf = ({ id }: SignInProject) => {
      // The lanes believe in another address than the one they are reached by.
      const send: typeof fetch = (input, init) =>
        fetch(String(input).replace(new URL(issued).origin, lane.baseUrl), init);
      const issuer = issued.replace(project.id, id);
      return createServerAuth({
        projectId: id,
        publicKey: "pk",
        apiOrigin: lane.baseUrl,
        appOrigin: APP_ORIGIN,
        issuer,
        fetch: send,
      });
    };
    expect(await verifierOf(project).verifyToken(token.token)).toMatchObject({ ok: true, userId: signedUp.userId });
    expect(await verifierOf(other).verifyToken(token.token)).toMatchObject({ ok: false, code: "invalid_token" });
  });
});
