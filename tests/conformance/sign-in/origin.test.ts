import { describe, expect, it } from "vitest";
import { lane } from "@/tests/support/lanes";
import { parseAnswer, RawConnection } from "@/tests/support/raw-connection";
import { signInRoutes } from "@/tests/support/route-promises";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  signUp,
} from "@/tests/support/sign-in-lanes";

const STRANGE = [
  "https://evil.example",
  `${APP_ORIGIN}.evil.example`,
  APP_ORIGIN.replace("https", "http"),
  APP_ORIGIN.toUpperCase(),
  `${APP_ORIGIN}:8443`,
  `${APP_ORIGIN}.`,
  `${APP_ORIGIN}/`,
  `${APP_ORIGIN}, ${APP_ORIGIN}`,
  "https://sibling.example.com",
];

/** The routes for pages of the app; forms of hosted pages and callbacks of providers have rules of their own. */
const keyedRoutes = signInRoutes.filter(({ definition }) => definition.auth === "public-key");

describe("requests with a cookie", () => {
  it("CS-01, CS-05, SI-L6: must come from an allowed origin, exactly, or by Referer from it, and hear the words for apps", async () => {
    const project = await createSignInProject();
    const { cookie, email } = await signUp(lane, project);
    const update = (origin: string | null, headers: Record<string, string> = {}) =>
      askAuth(lane, project, "POST", "/update-user", { cookie, origin, headers, body: { name: "Mallory" } });
    for (const origin of STRANGE) expectAuthRefusal(await update(origin), "INVALID_ORIGIN");
    const unsaid = await update(null);
    expectAuthRefusal(unsaid, "MISSING_OR_NULL_ORIGIN");
    expect(unsaid.json.hint).toMatch(/x-coppice-public-key.*set-auth-token/);
    expectAuthRefusal(await update("null"), "MISSING_OR_NULL_ORIGIN");
    expectAuthRefusal(await update(null, { referer: "https://evil.example/" }), "INVALID_ORIGIN");
    expectAuthRefusal(await update(null, { referer: "about:blank" }), "MISSING_OR_NULL_ORIGIN");
    expectAuthRefusal(await update("null", { referer: `${APP_ORIGIN}/` }), "MISSING_OR_NULL_ORIGIN");
    const session = await askAuth(lane, project, "GET", "/get-session", { cookie });
    expect(session.json.user).toMatchObject({ name: "Ada", email });
    expect((await update(null, { referer: `${APP_ORIGIN}/settings` })).json).toEqual({ status: true });
    expect((await update(APP_ORIGIN)).json).toEqual({ status: true });
  });

  it("CS-01: two Origin headers are none that is allowed", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    const body = '{"name":"Mallory"}';
    const connection = await RawConnection.open(lane.baseUrl);
    const fields = [
      ...["POST /v1/auth-tenant/update-user HTTP/1.1", "Host: coppice.example", "Connection: close"],
      ...[`x-coppice-project-id: ${project.id}`, `Authorization: Bearer ${project.publicKey}`, `Cookie: ${cookie}`],
      ...[`Origin: ${APP_ORIGIN}`, "Origin: https://evil.example"],
      ...["Content-Type: application/json", `Content-Length: ${body.length}`],
    ];
    connection.write(`${fields.join("\r\n")}\r\n\r\n${body}`);
    expect(parseAnswer(await connection.untilClosed()).status).toBe(403);
  });

  it("CS-02: the same for every route that changes something, and no form reaches one", async () => {
    const project = await createSignInProject();
    const { cookie, email } = await signUp(lane, project);
    const posts = keyedRoutes.filter(({ method }) => method === "POST");
    expect(posts.length).toBeGreaterThanOrEqual(9);
    for (const { pattern } of posts) {
      const path = pattern.replace("/v1/auth-tenant", "");
      const options = { cookie, origin: "https://evil.example" };
      expectAuthRefusal(await askAuth(lane, project, "POST", path, { ...options, body: {} }), "INVALID_ORIGIN");
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
        const headers = { "content-type": type };
        const answer = await askAuth(lane, project, "POST", path, { ...options, body: "_method=DELETE", headers });
        expectAuthRefusal(answer, "UNSUPPORTED_MEDIA_TYPE");
      }
    }
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.user.email).toBe(email);
  });

  it("CS-03: no GET ends a session or changes a user", async () => {
    const project = await createSignInProject();
    const { cookie, user } = await signUp(lane, project);
    for (const { pattern } of keyedRoutes) {
      const path = pattern.replace("/v1/auth-tenant", "");
      await askAuth(lane, project, "GET", `${path}?name=Mallory`, { cookie, origin: "https://evil.example" });
      const isRead = keyedRoutes.some((route) => route.pattern === pattern && route.method === "GET");
      if (!isRead) expect((await askAuth(lane, project, "GET", path, { cookie })).status).toBe(404);
    }
    const session = await askAuth(lane, project, "GET", "/get-session", { cookie });
    expect(session.json.user).toEqual(user);
  });

  it("CS-06: the cookie names the user, the public key only for which project; the origin counts all the same", async () => {
    const project = await createSignInProject();
    const { cookie, email } = await signUp(lane, project);
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.user.email).toBe(email);
    const out = { cookie, origin: "https://evil.example", body: {} };
    expectAuthRefusal(await askAuth(lane, project, "POST", "/sign-out", out), "INVALID_ORIGIN");
    const [, secret = ""] = cookie.split("=");
    expectAuthRefusal(await askAuth(lane, project, "GET", "/get-session", { key: secret }), "INVALID_PUBLIC_KEY");
  });
});

describe("CS-04: a page of another site", () => {
  it("cannot sign its visitor in, not even without a cookie; a program that is no browser can", async () => {
    const project = await createSignInProject();
    const { email } = await signUp(lane, project);
    const signIn = (origin: string | null, headers: Record<string, string> = {}) =>
      askAuth(lane, project, "POST", "/sign-in/email", { origin, headers, body: { email, password: PASSWORD } });
    for (const origin of STRANGE) expectAuthRefusal(await signIn(origin), "INVALID_ORIGIN");
    expectAuthRefusal(await signIn("null"), "MISSING_OR_NULL_ORIGIN");
    // fetch sends Sec-Fetch-Mode by itself.
    expectAuthRefusal(await signIn(null), "MISSING_OR_NULL_ORIGIN");
    const body = { name: "Ada", email: newEmail(), password: PASSWORD };
    const signUpElsewhere = await askAuth(lane, project, "POST", "/sign-up/email", {
      origin: "https://evil.example",
      body,
    });
    expectAuthRefusal(signUpElsewhere, "INVALID_ORIGIN");

    const raw = async (extra: string[]) => {
      const text = JSON.stringify({ email, password: PASSWORD });
      const connection = await RawConnection.open(lane.baseUrl);
      const fields = [
        ...["POST /v1/auth-tenant/sign-in/email HTTP/1.1", "Host: coppice.example", "Connection: close"],
        ...[`x-coppice-project-id: ${project.id}`, `Authorization: Bearer ${project.publicKey}`],
        ...["Content-Type: application/json", `Content-Length: ${text.length}`, ...extra],
      ];
      connection.write(`${fields.join("\r\n")}\r\n\r\n${text}`);
      return parseAnswer(await connection.untilClosed()).status;
    };
    expect(await raw([])).toBe(200);
    expect(await raw(["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", `Origin: ${APP_ORIGIN}`])).toBe(403);
  });
});

describe("CS-07: CORS", () => {
  const isOrigin = (text: string) => URL.parse(text)?.origin === text;
  const allowOf = (headers: Headers) => headers.get("access-control-allow-origin");

  it("lets pages of an allowed origin read, with credentials, and others at most why they may not", async () => {
    const [project, other] = [
      await createSignInProject(),
      await createSignInProject({ allowedOrigins: ["https://b.example"] }),
    ];
    const answer = await askAuth(lane, project, "GET", "/get-session");
    expect(allowOf(answer.headers)).toBe(APP_ORIGIN);
    expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    expect(answer.headers.get("access-control-expose-headers")).toContain("set-auth-jwt");
    expect(answer.headers.get("vary")).toMatch(/\bOrigin\b/);
    for (const origin of [...STRANGE, "null", "https://b.example"]) {
      const refused = await askAuth(lane, project, "GET", "/get-session", { origin });
      expectAuthRefusal(refused, origin === "null" ? "MISSING_OR_NULL_ORIGIN" : "INVALID_ORIGIN");
      expect(allowOf(refused.headers), origin).toBe(isOrigin(origin) ? origin : null);
      expect(refused.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
    expect(allowOf((await askAuth(lane, other, "GET", "/get-session", { origin: "https://b.example" })).headers)).toBe(
      "https://b.example",
    );
    expect(allowOf((await askAuth(lane, project, "POST", "/sign-in/email", { body: {} })).headers)).toBe(APP_ORIGIN);
  });

  it("answers the preflight of every origin in development, which names no project, and of no other text", async () => {
    const project = await createSignInProject();
    const preflight = (origin: string, path = "/sign-in/email") =>
      askAuth(lane, project, "OPTIONS", path, {
        key: null,
        origin,
        headers: { "access-control-request-method": "POST" },
      });
    const allowed = await preflight(APP_ORIGIN);
    expect([allowed.status, allowed.text, allowOf(allowed.headers)]).toEqual([204, "", APP_ORIGIN]);
    expect(allowed.headers.get("access-control-allow-credentials")).toBe("true");
    for (const name of ["content-type", "authorization", "x-coppice-project-id"]) {
      expect(allowed.headers.get("access-control-allow-headers")).toContain(name);
    }
    expect(allowed.headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(allowed.headers.get("vary")).toMatch(/\bOrigin\b/);
    for (const origin of [...STRANGE, "null", "x"]) {
      const refused = await preflight(origin);
      expect([origin, refused.status, allowOf(refused.headers)]).toEqual([
        origin,
        204,
        isOrigin(origin) ? origin : null,
      ]);
      expect(refused.headers.has("access-control-allow-headers")).toBe(isOrigin(origin));
      expect(refused.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
    expect((await preflight(APP_ORIGIN, "/nothing")).status).toBe(404);
  });

  it("CS-09: no answer can be run as a script of another page", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    for (const path of ["/get-session", "/list-sessions", "/token", "/jwks"]) {
      const answer = await askAuth(lane, project, "GET", path, { cookie, origin: null });
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });
});
