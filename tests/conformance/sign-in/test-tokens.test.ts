import { describe, expect, it } from "vitest";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { Browser } from "@/tests/support/browser";
import { ask, expectRefusal, type Lane, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import {
  createSignInProject,
  expectAuthRefusal,
  newEmail,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

const ON = { methods: { testTokens: true } };

async function serverKey({ id, organisationId }: SignInProject, scope: ServerKeyScope = "admin"): Promise<string> {
  const ctx = await laneContext();
  const input = { organisationId, projectId: id, name: scope, scope, expiresAt: null };
  const { secret } = await createServerKey(ctx, input);
  usedSecrets.add(secret);
  return secret;
}

const pathOf = ({ id }: SignInProject) => `/v1/projects/${id}/auth/test-tokens`;

async function mint(lane: Lane, project: SignInProject, key: string, body: unknown, headers = {}) {
  const answer = await ask(lane, "POST", pathOf(project), { key, body, headers });
  if (typeof answer.json?.token === "string") usedSecrets.add(answer.json.token);
  return answer;
}

describe("testing tokens", () => {
  it("are made by a server, listed without their secret, and sign in once", async () => {
    const project = await createSignInProject(ON);
    const key = await serverKey(project);
    const email = newEmail();
    const made = await mint(lane, project, key, { email });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ email, token: expect.stringMatching(/^coppice_test_/) });
    expect(made.headers.get("cache-control")).toBe("no-store");
    const seconds = (Date.parse(made.json.expiresAt) - Date.now()) / 1_000;
    expect(Math.abs(seconds - 600)).toBeLessThan(60);
    const listed = await ask(lane, "GET", pathOf(project), { key: await serverKey(project, "read") });
    expect(listed.json).toMatchObject({ items: [{ id: made.json.id, userId: made.json.userId, email }] });

    const browser = new Browser(lane, project);
    const { token } = made.json;
    const readOnly = await browser.post("/sign-in/test-token", { token }, { key: project.readKey });
    expectAuthRefusal(readOnly, "READ_ONLY_KEY");
    const signedIn = await browser.post("/sign-in/test-token", { token });
    expect(signedIn.json).toMatchObject({ user: { id: made.json.userId, email, emailVerified: false } });
    expect(browser.isSignedIn).toBe(true);
    expect((await browser.get("/get-session")).json.user.email).toBe(email);
    const again = await new Browser(lane, project).post("/sign-in/test-token", { token });
    expectAuthRefusal(again, "TEST_TOKEN_INVALID");
    expect((await ask(lane, "GET", pathOf(project), { key })).json).toEqual({ items: [] });
  });

  it("TT-01: of one project are none in another", async () => {
    const [project, other] = [await createSignInProject(ON), await createSignInProject(ON)];
    const made = await mint(lane, project, await serverKey(project), { email: newEmail() });
    const there = await new Browser(lane, other).post("/sign-in/test-token", made.json);
    expectAuthRefusal(there, "TEST_TOKEN_INVALID");
  });

  it("TT-02: are refused where they are off, for a real user, and beyond an hour", async () => {
    const project = await createSignInProject(ON);
    const key = await serverKey(project);
    const real = await signUp(lane, project);
    expectRefusal(await mint(lane, project, key, { email: real.email }), "not_a_test_user");
    const email = newEmail();
    const bad = [{}, { email: "nobody" }, { email, ttlSeconds: 3_601 }, { email, ttlSeconds: 0 }, { email, x: 1 }];
    for (const body of bad) expectRefusal(await mint(lane, project, key, body), "invalid_request");
    expect((await mint(lane, project, key, { email, ttlSeconds: 3_600 })).status).toBe(201);
    const off = await createSignInProject();
    expectRefusal(await mint(lane, off, await serverKey(off), { email }), "feature_disabled");
    const browser = new Browser(lane, off);
    expectAuthRefusal(await browser.post("/sign-in/test-token", { token: "x" }), "TEST_TOKENS_DISABLED");
  });

  it("TT-03: are not made with the key of a browser, with a session, or by a page", async () => {
    const project = await createSignInProject(ON);
    const body = { email: newEmail() };
    for (const key of [project.publicKey, project.readKey]) {
      expectRefusal(await mint(lane, project, key, body), "key_scope_too_narrow");
    }
    const { cookie } = await signUp(lane, project);
    const withSession = await ask(lane, "POST", pathOf(project), { body, headers: { Cookie: cookie } });
    expectRefusal(withSession, "unauthorized");
    const key = await serverKey(project);
    for (const Origin of ["https://app.example.com", "null"]) {
      const answer = await mint(lane, project, key, body, { Origin });
      expectRefusal(answer, "server_key_in_browser");
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("pass the limits of sign-ins", async () => {
    const limits = { signInPerAddress: { limit: 1, windowSeconds: 60 } };
    const project = await createSignInProject({ ...ON, limits });
    const key = await serverKey(project);
    for (let i = 0; i < 4; i += 1) {
      const { token } = (await mint(lane, project, key, { email: newEmail() })).json;
      expect((await new Browser(lane, project).post("/sign-in/test-token", { token })).status).toBe(200);
    }
  });

  it("are made once under one Idempotency-Key", async () => {
    const project = await createSignInProject(ON);
    const key = await serverKey(project);
    const body = { email: newEmail() };
    const headers = { "Idempotency-Key": "one" };
    const [first, second] = [
      await mint(lane, project, key, body, headers),
      await mint(lane, project, key, body, headers),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expectRefusal(await mint(lane, project, key, { email: newEmail() }, headers), "idempotency_mismatch");
  });
});
