import { createServiceAuth } from "@coppice/auth";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";
import { describe, expect, it } from "vitest";
import { type Lane, lane, laneContext, readLogs, usedSecrets } from "@/tests/support/lanes";
import { findLeaks } from "@/tests/support/leaked-secrets";
import { parseAnswer, RawConnection } from "@/tests/support/raw-connection";
import { signInRoutes } from "@/tests/support/route-promises";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";
import { secretOf, totpAt } from "@/tests/support/two-factor";

/** The published client with the recipe of better-auth's documentation for bearer tokens. */
function connect(lane: Lane, project: SignInProject) {
  const kept = { token: "" };
  const client = createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [twoFactorClient()],
    fetchOptions: {
      headers: { "x-coppice-project-id": project.id, "x-coppice-public-key": project.publicKey },
      auth: { type: "Bearer", token: () => kept.token },
      onSuccess({ response }) {
        const token = response.headers.get("set-auth-token");
        if (token) {
          kept.token = token;
          usedSecrets.add(token);
        }
        expect(response.headers.getSetCookie()).toEqual([]);
      },
    },
  });
  return { client, kept };
}

/** Asks as an app without cookies and without an origin does. */
function ask(lane: Lane, project: SignInProject, method: string, path: string, token: string | null, body?: unknown) {
  const headers: Record<string, string> = { "x-coppice-public-key": project.publicKey };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  return askAuth(lane, project, method, path, {
    key: null,
    origin: null,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Returns the code of the user's app, as if so much time had passed that no step before counts. */
async function nextCode(secret: string): Promise<string> {
  await (await laneContext()).db.twoFactor.updateMany({ data: { lastStep: 0 } });
  const code = await totpAt(secret, new Date());
  usedSecrets.add(code);
  return code;
}

async function signedUp(lane: Lane, project: SignInProject) {
  const body = { name: "Ada", email: newEmail(), password: PASSWORD };
  const answer = await ask(lane, project, "POST", "/sign-up/email", null, body);
  expect(answer.status).toBe(200);
  const token = answer.headers.get("set-auth-token") ?? "";
  usedSecrets.add(token);
  return { token, answer, email: body.email };
}

describe("an app without cookies", () => {
  it("signs up, in and out with better-auth's client, which keeps a token", async () => {
    const { client, kept } = connect(lane, await createSignInProject());
    const email = newEmail();
    expect(await client.getSession()).toEqual({ data: null, error: null });
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const first = kept.token;
    expect((await client.getSession()).data?.user.email).toBe(email);
    expect((await client.updateUser({ name: "Grace" })).data).toEqual({ status: true });
    expect((await client.signOut()).data).toEqual({ success: true });
    expect((await client.getSession()).data).toBeNull();
    // A token that has ended does not stand in the way of the next sign-in.
    await client.signIn.email({ email, password: PASSWORD });
    expect(kept.token).not.toBe(first);
    expect((await client.getSession()).data?.user.name).toBe("Grace");
    expect((await client.revokeSessions()).data).toEqual({ status: true });
    expect((await client.getSession()).data).toBeNull();
    expect((await client.listSessions()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });

  it("is asked for the second factor with a token for the challenge, which is no session", async () => {
    const { client, kept } = connect(lane, await createSignInProject());
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const enabled = await client.twoFactor.enable({ password: PASSWORD });
    const secret = secretOf((enabled.data as { totpURI: string }).totpURI);
    expect((await client.twoFactor.verifyTotp({ code: await nextCode(secret) })).error).toBeNull();
    await client.signOut();
    const started = await client.signIn.email({ email, password: PASSWORD });
    expect(started.data).toMatchObject({ twoFactorRedirect: true });
    const challenge = kept.token;
    expect((await client.getSession()).data).toBeNull();
    expect((await client.twoFactor.verifyTotp({ code: await nextCode(secret) })).error).toBeNull();
    expect(kept.token).not.toBe(challenge);
    expect((await client.getSession()).data?.user.email).toBe(email);
  });

  it("uses the published client with a storage", async () => {
    const project = await createSignInProject();
    const kept: (string | null)[] = [null];
    const storage = {
      get: () => kept.at(-1) ?? null,
      set: (token: string | null) => {
        kept.push(token);
        if (token !== null) usedSecrets.add(token);
      },
    };
    const auth = createServiceAuth({
      projectId: project.id,
      publicKey: project.publicKey,
      apiOrigin: lane.baseUrl,
      storage,
    });
    const who = { email: newEmail(), password: PASSWORD };
    expect(await auth.signUp.email({ ...who, name: "Ada" })).toMatchObject({ ok: true });
    expect((await auth.getUser())?.email).toBe(who.email);
    const jwt = await auth.getToken();
    if (jwt.ok) usedSecrets.add(jwt.token);
    expect(jwt).toMatchObject({ ok: true });
    expect(await auth.signOut()).toEqual({ ok: true });
    expect(kept.at(-1)).toBeNull();
    expect(await auth.getUser()).toBeNull();
    expect(await auth.signIn.email(who)).toMatchObject({ ok: true });
    expect((await auth.getUser())?.email).toBe(who.email);
  });

  it("is nobody with a token that is changed, unsigned, of another project, or anywhere but in Authorization", async () => {
    const [project, other] = [await createSignInProject(), await createSignInProject()];
    const { token } = await signedUp(lane, project);
    const [secret = ""] = token.split(".");
    const flipped = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const wrong of [flipped, secret, `${secret}.`, `x${token}`, `${token}=`, "%zz", project.publicKey]) {
      const session = await ask(lane, project, "GET", "/get-session", wrong);
      expect([session.status, session.text], wrong).toEqual([200, "null"]);
      expectAuthRefusal(await ask(lane, project, "GET", "/token", wrong), "UNAUTHORIZED");
    }
    expect((await ask(lane, other, "GET", "/get-session", token)).text).toBe("null");
    for (const path of [`/get-session?token=${token}`, `/get-session?access_token=${token}`]) {
      expect((await ask(lane, project, "GET", path, null)).text).toBe("null");
    }
    expect((await ask(lane, project, "GET", "/get-session", token)).json.user.name).toBe("Ada");
  });

  it("needs the public key of the project beside the token, and only one Authorization", async () => {
    const [project, other] = [await createSignInProject(), await createSignInProject()];
    const { token } = await signedUp(lane, project);
    expectAuthRefusal(await askAuth(lane, project, "GET", "/get-session", { key: token }), "INVALID_PUBLIC_KEY");
    for (const key of [other.publicKey, "", `${project.publicKey}, ${project.publicKey}`]) {
      const headers = { "x-coppice-public-key": key, authorization: `Bearer ${token}` };
      const answer = await askAuth(lane, project, "GET", "/get-session", { key: null, origin: null, headers });
      expectAuthRefusal(answer, "INVALID_PUBLIC_KEY");
    }
    const readOnly = { ...project, publicKey: project.readKey };
    expectAuthRefusal(await ask(lane, readOnly, "POST", "/update-user", token, { name: "x" }), "READ_ONLY_KEY");
    const connection = await RawConnection.open(lane.baseUrl);
    const fields = [
      ...["GET /v1/auth-tenant/get-session HTTP/1.1", "Host: coppice.example", "Connection: close"],
      ...[`x-coppice-project-id: ${project.id}`, `x-coppice-public-key: ${project.publicKey}`],
      ...[`Authorization: Bearer ${project.publicKey}`, `Authorization: Bearer ${token}`],
    ];
    connection.write(`${fields.join("\r\n")}\r\n\r\n`);
    // The listener in front refuses two; behind it Node keeps the first.
    const { status, body } = parseAnswer(await connection.untilClosed());
    expect([status, body.includes("Ada")]).toEqual([400, false]);
  });

  it("has no cookies: one that it sends says nothing, and a page of another site gets nowhere", async () => {
    const project = await createSignInProject();
    const inBrowser = await signUp(lane, project);
    const headers = { "x-coppice-public-key": project.publicKey, cookie: inBrowser.cookie };
    const session = await askAuth(lane, project, "GET", "/get-session", { key: null, origin: null, headers });
    expect([session.text, session.headers.get("set-auth-token")]).toEqual(["null", null]);
    const update = await askAuth(lane, project, "POST", "/update-user", {
      ...{ key: null, origin: null, headers, body: { name: "Mallory" } },
    });
    expectAuthRefusal(update, "UNAUTHORIZED");
    const { token, email } = await signedUp(lane, project);
    const both = { ...headers, authorization: `Bearer ${token}` };
    const asked = await askAuth(lane, project, "GET", "/get-session", { key: null, origin: null, headers: both });
    expect(asked.json.user.email).toBe(email);
    const foreign = { key: null, origin: "https://evil.example", headers: both, body: { name: "Mallory" } };
    expectAuthRefusal(await askAuth(lane, project, "POST", "/update-user", foreign), "INVALID_ORIGIN");
    const cookieWithToken = { cookie: inBrowser.cookie, headers: { "x-other": token } };
    const ofBrowser = await askAuth(lane, project, "GET", "/get-session", cookieWithToken);
    expect([ofBrowser.json.user.email, ofBrowser.headers.get("set-auth-token")]).toEqual([inBrowser.email, null]);
  });

  it("may be a page of an allowed origin, which reads the token; a sign-in with cookies gives none", async () => {
    const project = await createSignInProject();
    const headers = { "x-coppice-public-key": project.publicKey };
    const body = () => ({ name: "Ada", email: newEmail(), password: PASSWORD });
    const asked = { key: null, origin: APP_ORIGIN, headers, body: body() };
    const answer = await askAuth(lane, project, "POST", "/sign-up/email", asked);
    usedSecrets.add(answer.headers.get("set-auth-token") ?? "");
    expect(answer.headers.get("set-auth-token")).toMatch(/^[0-9A-Za-z]{43}\../);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("access-control-expose-headers")).toContain("set-auth-token");
    const preflight = await askAuth(lane, project, "OPTIONS", "/sign-in/email", { key: null });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-coppice-public-key");
    const withCookies = await askAuth(lane, project, "POST", "/sign-up/email", { body: body() });
    expect(withCookies.headers.get("set-auth-token")).toBeNull();
    expect(withCookies.headers.getSetCookie()).not.toEqual([]);
  });

  it("3.9: by better-auth's Expo plugin, which keeps cookies alone, is told so at its first call", async () => {
    const project = await createSignInProject();
    const kept: string[] = [];
    const client = createAuthClient({
      baseURL: lane.baseUrl,
      basePath: "/v1/auth-tenant",
      fetchOptions: {
        headers: { "x-coppice-project-id": project.id, "x-coppice-public-key": project.publicKey },
        // As the plugin does outside browsers: it names the app's scheme, and keeps the cookies of set-cookie.
        credentials: "omit",
        onRequest: ({ headers }) => void headers.set("expo-origin", "shop://"),
        onSuccess: ({ response }) => void kept.push(...response.headers.getSetCookie()),
      },
    });
    const refused = await client.signUp.email({ name: "Ada", email: newEmail(), password: PASSWORD });
    expect(refused.error).toMatchObject({
      ...{ status: 403, code: "MISSING_OR_NULL_ORIGIN", hint: expect.stringContaining("set-auth-token") },
    });
    expect((await client.getSession()).data).toBeNull();
    expect(kept).toEqual([]);
  });

  it("3.11: the token of a challenge opens no route, wherever it is sent", async () => {
    const project = await createSignInProject();
    const { client, kept } = connect(lane, project);
    const email = newEmail();
    await client.signUp.email({ name: "Ada", email, password: PASSWORD });
    const enabled = await client.twoFactor.enable({ password: PASSWORD });
    const secret = secretOf((enabled.data as { totpURI: string }).totpURI);
    expect((await client.twoFactor.verifyTotp({ code: await nextCode(secret) })).error).toBeNull();
    await client.signOut();
    expect((await client.signIn.email({ email, password: PASSWORD })).data).toMatchObject({ twoFactorRedirect: true });
    const guarded = signInRoutes.filter(
      ({ definition }) => definition.signIn?.session === "required" && definition.auth === "public-key",
    );
    let refused = 0;
    for (const { method, pattern, definition } of guarded) {
      const given = [definition.body, definition.signIn?.query];
      if (given.some((schema) => schema?.safeParse({}).success === false)) continue;
      const path = pattern.replace("/v1/auth-tenant", "");
      const body = method === "POST" ? {} : undefined;
      expectAuthRefusal(await ask(lane, project, method, path, kept.token, body), "UNAUTHORIZED");
      refused += 1;
    }
    expect(refused).toBeGreaterThanOrEqual(10);
    expect((await ask(lane, project, "GET", "/get-session", kept.token)).text).toBe("null");
    expectAuthRefusal(await ask(lane, project, "GET", "/token", kept.token), "UNAUTHORIZED");
  });

  it("leaves no token in the logs", async () => {
    const project = await createSignInProject();
    const { token } = await signedUp(lane, project);
    await ask(lane, project, "GET", `/get-session?token=${token}`, token);
    await ask(lane, project, "GET", `/${token}`, token);
    await askAuth(lane, project, "GET", "/get-session", { key: token });
    expect(findLeaks(new Set([token, token.split(".")[0] ?? ""]), new Map([["logs", readLogs()]]))).toEqual([]);
  });
});
