import { describe, expect, it } from "vitest";
import type { SignInErrorCode } from "@/lib/sign-in/errors";
import { lane, laneContext } from "@/tests/support/lanes";
import { signInRoutes as allSignInRoutes } from "@/tests/support/route-promises";
import {
  APP_ORIGIN,
  askAuth,
  cookieOf,
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  signUp,
} from "@/tests/support/sign-in-lanes";

const UP = "/sign-up/email";
const IN = "/sign-in/email";
/** Routes with the project in their path are left out: browsers follow links to them or post forms. */
const signInRoutes = allSignInRoutes.filter(({ definition }) => definition.auth !== "project-path");
const relative = (pattern: string) => pattern.replace("/v1/auth-tenant", "");

describe("project and key", () => {
  it("must belong together on every route; the key set needs the project alone", async () => {
    const [project, other] = [await createSignInProject(), await createSignInProject()];
    for (const { method, pattern, definition } of signInRoutes) {
      const path = relative(pattern);
      const strange = [{ key: null }, { key: other.publicKey }, { key: "pk_coppice_auth_x" }, { key: "%zz" }];
      if (definition.auth === "public-key") {
        for (const options of strange) {
          const answer = await askAuth(lane, project, method, path, options);
          expectAuthRefusal(answer, "INVALID_PUBLIC_KEY");
          expect(answer.headers.get("www-authenticate")).toBe("Bearer");
        }
      } else {
        expect((await askAuth(lane, project, method, path, { key: null })).status).toBe(200);
        const nobody = { ...project, id: "p_00000000000000000000" };
        expectAuthRefusal(await askAuth(lane, nobody, method, path, { key: null }), "INVALID_PROJECT");
      }
    }
  });

  it("SE-14: a malformed bearer is a 401", async () => {
    const project = await createSignInProject();
    for (const authorization of [
      "Bearer %zz",
      "Bearer",
      "Basic abc",
      "Bearer \u00e9",
      `Bearer ${project.publicKey} x`,
    ]) {
      const answer = await askAuth(lane, project, "GET", "/get-session", { key: null, headers: { authorization } });
      expectAuthRefusal(answer, "INVALID_PUBLIC_KEY");
    }
  });

  it("a read key reads and changes nothing", async () => {
    const project = await createSignInProject();
    const { cookie, email } = await signUp(lane, project);
    const key = project.readKey;
    expect((await askAuth(lane, project, "GET", "/get-session", { key, cookie })).json.user.email).toBe(email);
    for (const { method, pattern } of signInRoutes.filter((route) => route.method === "POST")) {
      const answer = await askAuth(lane, project, method, relative(pattern), { key, cookie, body: {} });
      expectAuthRefusal(answer, "READ_ONLY_KEY");
    }
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.user.email).toBe(email);
  });

  it("in a suspended project nobody signs in; who is signed in can still look and leave", async () => {
    const project = await createSignInProject();
    const { cookie, email } = await signUp(lane, project);
    const { db } = await laneContext();
    await db.project.update({ where: { id: project.id }, data: { status: "suspended" } });
    const body = { name: "Ada", email, password: PASSWORD };
    expectAuthRefusal(await askAuth(lane, project, "POST", IN, { body }), "PROJECT_SUSPENDED");
    expectAuthRefusal(await askAuth(lane, project, "POST", UP, { body }), "PROJECT_SUSPENDED");
    const update = { cookie, body: { name: "x" } };
    expectAuthRefusal(await askAuth(lane, project, "POST", "/update-user", update), "PROJECT_SUSPENDED");
    // SV-M13: a new token would let the app's own servers go on for as long as the session does.
    expectAuthRefusal(await askAuth(lane, project, "GET", "/token", { cookie }), "PROJECT_SUSPENDED");
    expect((await askAuth(lane, project, "GET", "/get-session", { cookie })).json.user.email).toBe(email);
    expect((await askAuth(lane, project, "POST", "/sign-out", { cookie, body: {} })).json).toEqual({ success: true });
  });
});

/** The bodies that the routes of organisations need, by path. */
const ORGANIZATION_BODIES: Record<string, unknown> = {
  "/organization/create": { name: "Acme", slug: "acme" },
  "/organization/check-slug": { slug: "acme" },
  "/organization/update": { data: { name: "Acme" } },
  "/organization/delete": { organizationId: "uorg_1" },
  "/organization/leave": { organizationId: "uorg_1" },
  "/organization/invite-member": { email: "ada@example.com", role: "member" },
  "/organization/accept-invitation": { invitationId: "uinv_1" },
  "/organization/reject-invitation": { invitationId: "uinv_1" },
  "/organization/cancel-invitation": { invitationId: "uinv_1" },
  "/organization/remove-member": { memberIdOrEmail: "ada@example.com" },
  "/organization/update-member-role": { memberId: "umem_1", role: "member" },
  "/organization/has-permission": { permissions: { member: ["create"] } },
};

describe("sessions", () => {
  it("SE-02: every route that needs a session answers 401 without one and deletes a cookie that is none", async () => {
    const project = await createSignInProject();
    const dead = `coppice_session_${project.id}=${"A".repeat(43)}`;
    const guarded = signInRoutes.filter(({ definition }) => definition.signIn?.session === "required");
    expect(guarded.length).toBeGreaterThanOrEqual(10);
    const bodies: Record<string, unknown> = {
      "/unlink-account": { accountId: "acc_1" },
      "/link-social": { provider: "google" },
      "/revoke-session": { token: "ses_1" },
      "/revoke-trusted-device": { id: "tdv_1" },
      "/set-password": { newPassword: PASSWORD },
      "/change-password": { newPassword: PASSWORD, currentPassword: PASSWORD },
      "/verify-password": { password: PASSWORD },
      "/change-email": { newEmail: "ada@example.com" },
      "/email-otp/request-email-change": { newEmail: "ada@example.com" },
      "/email-otp/change-email": { newEmail: "ada@example.com", otp: "123456" },
      "/passkey/verify-registration": { response: {} },
      "/passkey/update-passkey": { id: "psk_1", name: "Laptop" },
      "/passkey/delete-passkey": { id: "psk_1" },
      "/device/approve": { userCode: "BCDF-GHJK" },
      "/device/deny": { userCode: "BCDF-GHJK" },
      ...ORGANIZATION_BODIES,
    };
    for (const { method, pattern } of guarded) {
      const path = relative(pattern);
      const options = method === "POST" ? { body: bodies[path] ?? {} } : {};
      const address = path === "/organization/get-invitation" ? `${path}?id=uinv_1` : path;
      const without = await askAuth(lane, project, method, address, options);
      expect.soft(without.json, path).toMatchObject({ code: "UNAUTHORIZED" });
      expectAuthRefusal(without, "UNAUTHORIZED");
      expect(without.headers.getSetCookie()).toEqual([]);
      const stale = await askAuth(lane, project, method, address, { ...options, cookie: dead });
      expectAuthRefusal(stale, "UNAUTHORIZED");
      expect(cookieOf(stale)).toBeNull();
    }
  });

  it("SE-05: the cookie has all its attributes, and its answer is stored nowhere", async () => {
    const project = await createSignInProject();
    const body = { name: "Ada", email: newEmail(), password: PASSWORD };
    const answer = await askAuth(lane, project, "POST", UP, { body });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^coppice_session_${project.id}=[0-9A-Za-z]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^coppice_known_${project.id}=[0-9A-Za-z._-]+; Max-Age=15552000; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      ),
    ]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [pair = ""] = (cookieOf(answer) ?? "").split("=").slice(1);
    expect(answer.text).not.toContain(pair);
  });

  it("SE-07: a cookie of one project is none in another", async () => {
    const [one, other] = [await createSignInProject(), await createSignInProject()];
    const { cookie } = await signUp(lane, one);
    const renamed = cookie.replace(one.id, other.id);
    for (const sent of [cookie, renamed]) {
      expect((await askAuth(lane, other, "GET", "/get-session", { cookie: sent })).text).toBe("null");
      expectAuthRefusal(await askAuth(lane, other, "GET", "/list-sessions", { cookie: sent }), "UNAUTHORIZED");
    }
  });

  it("SE-08: two cookies of the name are none", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    const answer = await askAuth(lane, project, "GET", "/list-sessions", { cookie: `${cookie}; ${cookie}` });
    expectAuthRefusal(answer, "UNAUTHORIZED");
  });
});

describe("bodies", () => {
  it("are JSON, said to be JSON, and fit; every problem is named in one text", async () => {
    const project = await createSignInProject();
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      askAuth(lane, project, "POST", UP, { body, headers });
    expectAuthRefusal(await post("{"), "BAD_REQUEST");
    expectAuthRefusal(await post(new Uint8Array([0x22, 0xff, 0x22])), "BAD_REQUEST");
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await post('{"name":"a"}', { "content-type": type });
      expectAuthRefusal(answer, "UNSUPPORTED_MEDIA_TYPE");
      expect(answer.json.message).toBe(`Content-Type "${type}" is not allowed. Allowed types: application/json`);
    }
    const wrong = await post({ name: 1, email: "nobody", password: "" });
    expectAuthRefusal(wrong, "VALIDATION_ERROR");
    expect(wrong.json.message).toBe(
      "[body.name] Invalid input: expected string, received number; [body.email] Invalid email address; [body.password] Too small: expected string to have >=1 characters",
    );
    for (const body of ["null", "[]", '"x"', "1"]) expectAuthRefusal(await post(body), "VALIDATION_ERROR");
    expectAuthRefusal(await askAuth(lane, project, "POST", UP), "VALIDATION_ERROR");
    expectAuthRefusal(await post({ name: "x".repeat(70_000) }), "PAYLOAD_TOO_LARGE");
  });

  it("hold no address of 10 KB, no look-alike, and no name with a NUL or a line break", async () => {
    const project = await createSignInProject();
    const good = { name: "Ada", email: newEmail(), password: PASSWORD };
    const bad = [
      { email: `${"a".repeat(10_000)}@example.com` },
      { email: "ada\uff20example.com" },
      { email: "\u0430da@example.com" },
      { email: "a@b.example,c@d.example" },
      { email: "ada@example.com\r\nBcc: x@example.com" },
      { email: { $ne: 1 } },
      { name: "a\u0000b" },
      { name: "a\nb" },
      { name: "\ud800" },
      { name: ["a"] },
    ];
    for (const change of bad) {
      expectAuthRefusal(await askAuth(lane, project, "POST", UP, { body: { ...good, ...change } }), "VALIDATION_ERROR");
    }
    expectAuthRefusal(
      await askAuth(lane, project, "POST", IN, { body: { email: "nobody", password: PASSWORD } }),
      "INVALID_EMAIL",
    );
  });

  it("PW-01: a password beyond 4,096 bytes is refused", async () => {
    const project = await createSignInProject();
    const body = { name: "Ada", email: newEmail(), password: "a".repeat(4_097) };
    for (const path of [UP, IN])
      expectAuthRefusal(await askAuth(lane, project, "POST", path, { body }), "PASSWORD_TOO_LONG");
  });

  it("lead only to addresses of the project, on every route", async () => {
    const project = await createSignInProject();
    const { cookie } = await signUp(lane, project);
    const fields = {
      callbackURL: "INVALID_CALLBACK_URL",
      redirectTo: "INVALID_REDIRECT_URL",
      errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
      newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
    } as const;
    const bad = [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/%2fevil",
      `${APP_ORIGIN}.evil.example/`,
      "javascript:alert(1)",
      `${APP_ORIGIN.replace("https", "http")}/`,
      "https://a@app.example.com/",
      "x",
    ];
    for (const [field, code] of Object.entries(fields)) {
      for (const value of bad) {
        const answer = await askAuth(lane, project, "POST", "/update-user", {
          cookie,
          body: { name: "x", [field]: value },
        });
        expectAuthRefusal(answer, code as SignInErrorCode);
      }
      const number = await askAuth(lane, project, "POST", "/update-user", { cookie, body: { name: "x", [field]: 1 } });
      expectAuthRefusal(number, "VALIDATION_ERROR");
      for (const value of ["/welcome?x=%2F", `${APP_ORIGIN}/welcome`]) {
        const answer = await askAuth(lane, project, "POST", "/update-user", {
          cookie,
          body: { name: "x", [field]: value },
        });
        expect(answer.json).toEqual({ status: true });
      }
    }
    const listed = await createSignInProject({ redirectAddresses: [`${APP_ORIGIN}/welcome`] });
    const ask = (callbackURL: string) =>
      askAuth(lane, listed, "POST", IN, { body: { email: newEmail(), password: PASSWORD, callbackURL } });
    expectAuthRefusal(await ask(`${APP_ORIGIN}/elsewhere`), "INVALID_CALLBACK_URL");
    expectAuthRefusal(await ask(`${APP_ORIGIN}/welcome`), "INVALID_EMAIL_OR_PASSWORD");
  });
});

describe("limits", () => {
  it("BF-05, BF-12: the sixth sign-in of five is refused, for any user, with both headers that say how long", async () => {
    const project = await createSignInProject({ limits: { signInPerAddress: { limit: 5, windowSeconds: 60 } } });
    const attempt = (headers: Record<string, string> = {}) =>
      askAuth(lane, project, "POST", IN, { body: { email: newEmail(), password: "not the password" }, headers });
    for (let i = 0; i < 5; i += 1) expectAuthRefusal(await attempt(), "INVALID_EMAIL_OR_PASSWORD");
    const refused = await attempt();
    expectAuthRefusal(refused, "TOO_MANY_REQUESTS");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("x-retry-after")).toBe(refused.headers.get("retry-after"));
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip", "x-client-ip"]) {
      expectAuthRefusal(await attempt({ [name]: "203.0.113.77" }), "TOO_MANY_REQUESTS");
    }
  });
});

describe("paths", () => {
  it("that are not there, and methods they do not have, are a 404 without a body", async () => {
    const project = await createSignInProject();
    const paths = ["", "/", "/nothing", "/get-session/", "/GET-SESSION", "/sign-in", "/sign-out/x"];
    for (const path of paths) {
      const answer = await askAuth(lane, project, "GET", path);
      expect([path, answer.status, answer.text]).toEqual([path, 404, ""]);
    }
    for (const [pattern, routes] of Map.groupBy(signInRoutes, (route) => route.pattern)) {
      const has = routes.map(({ method }) => method);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        if (has.includes(method)) continue;
        const answer = await askAuth(lane, project, method, relative(pattern));
        expect([method, pattern, answer.status, answer.text]).toEqual([method, pattern, 404, ""]);
      }
    }
  });
});
