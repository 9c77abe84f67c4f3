import { describe, expect, it } from "vitest";
import { type Answer, anotherProcess, ask, expectRefusal, type Lane, lane, laneContext } from "@/tests/support/lanes";
import {
  askAuth,
  createSignInProject,
  createSignInServerKey,
  expectAuthRefusal,
  newEmail,
  PASSWORD,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

const UNKNOWN_USER = `usr_${"0".repeat(20)}`;

/** The app's server: asks below `/v1/projects/<id>/users`. */
async function serverOf(lane: Lane, project: SignInProject) {
  const key = await createSignInServerKey(project);
  return (method: string, path = "", body?: unknown, headers: Record<string, string> = {}) =>
    ask(lane, method, `/v1/projects/${project.id}/users${path}`, { key, headers, ...(body !== undefined && { body }) });
}

const auditOf = async (targetId: string) => {
  const { db } = await laneContext();
  const rows = await db.auditEvent.findMany({ where: { targetId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return rows.map(({ action, actorKind }) => `${action} ${actorKind}`);
};

describe("an app's server", () => {
  it("creates a user, once for an Idempotency-Key, who signs in; finds, changes and deletes them", async () => {
    const project = await createSignInProject();
    const server = await serverOf(lane, project);
    const email = newEmail();
    const input = { email, name: "Ada Lovelace", emailVerified: true, password: PASSWORD };
    const once = { "Idempotency-Key": "the-first-user" };
    const made = await server("POST", "", input, once);
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect(made.json).toMatchObject({ email, name: "Ada Lovelace", emailVerified: true, lastSignInAt: null });
    const again = await server("POST", "", input, once);
    expect(again.text).toBe(made.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expectRefusal(await server("POST", "", { ...input, password: "another" }, once), "idempotency_mismatch");
    expectRefusal(await server("POST", "", { email }), "email_taken");

    const signIn = () => askAuth(lane, project, "POST", "/sign-in/email", { body: { email, password: PASSWORD } });
    expect((await signIn()).json.user.id).toBe(id);
    const shown = await server("GET", `/${id}`);
    expect(shown.json).toMatchObject({
      id,
      accounts: [{ provider: "credential" }],
      sessions: [{ factors: ["password"] }],
    });
    expect(shown.json.lastSignInAt).toBe(shown.json.sessions[0].signedInAt);
    for (const search of [email.toUpperCase(), "ada l", "love", id]) {
      const found = await server("GET", `?search=${encodeURIComponent(search)}`);
      expect(found.json, search).toMatchObject({ items: [{ id }], nextCursor: null });
    }
    expect((await server("PATCH", `/${id}`, { name: "Countess" })).json).toMatchObject({ id, name: "Countess" });
    expect((await server("DELETE", `/${id}`)).json).toEqual({ id, email });
    expectRefusal(await server("GET", `/${id}`), "user_not_found");
    expectRefusal(await server("DELETE", `/${id}`), "user_not_found");
    expectAuthRefusal(await signIn(), "INVALID_EMAIL_OR_PASSWORD");
    const audit = ["user.create server-key", "user.update server-key", "user.delete server-key"];
    expect(await auditOf(id)).toEqual(audit);
  });

  it("bans a user, whose session and sign-in end at once in every process, and ends one session or all", async () => {
    const project = await createSignInProject();
    const server = await serverOf(lane, project);
    const { email, cookie, user } = await signUp(lane, project);
    const signIn = (where = lane) =>
      askAuth(where, project, "POST", "/sign-in/email", { body: { email, password: PASSWORD } });
    expect((await server("PATCH", `/${user.id}`, { banned: true })).json.bannedAt).toEqual(expect.any(String));
    for (const everywhere of [lane, await anotherProcess()]) {
      expect((await askAuth(everywhere, project, "GET", "/get-session", { cookie })).text).toBe("null");
      expectAuthRefusal(await askAuth(everywhere, project, "GET", "/token", { cookie }), "UNAUTHORIZED");
      expectAuthRefusal(await signIn(everywhere), "BANNED_USER");
    }
    expect((await server("GET", "?banned=true")).json.items).toMatchObject([{ id: user.id }]);
    expect((await server("PATCH", `/${user.id}`, { banned: false })).json.bannedAt).toBeNull();
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const { items } = (await server("GET", `/${user.id}/sessions`)).json;
    expect(items).toHaveLength(2);
    expect((await server("DELETE", `/${user.id}/sessions/${items[0].id}`)).json).toEqual({ id: items[0].id });
    expectRefusal(await server("DELETE", `/${user.id}/sessions/${items[0].id}`), "not_found");
    expect((await server("DELETE", `/${user.id}/sessions`)).json).toEqual({ ended: 1 });
    expect((await server("GET", `/${user.id}/sessions`)).json).toEqual({ items: [] });
    expectRefusal(await server("DELETE", `/${user.id}/two-factor`), "conflict");
    expect((await server("PATCH", `/${user.id}`, { mustResetPassword: true })).status).toBe(200);
    expectAuthRefusal(await signIn(), "PASSWORD_RESET_REQUIRED");
  });

  it("emails a user a link to verify their address or choose a password, where there is a need", async () => {
    const project = await createSignInProject();
    const server = await serverOf(lane, project);
    const email = newEmail();
    const { id } = (await server("POST", "", { email })).json;
    const sent = await server("POST", `/${id}/emails`, { kind: "email-verification" });
    expect(sent.status).toBe(201);
    expect(sent.json).toEqual({ kind: "email-verification", email, expiresAt: expect.any(String) });
    const { db } = await laneContext();
    const where = { projectId: project.id, recipient: email, kind: "email-verification" };
    expect(await db.mailMessage.count({ where })).toBe(1);
    expect((await server("PATCH", `/${id}`, { emailVerified: true })).status).toBe(200);
    expectRefusal(await server("POST", `/${id}/emails`, { kind: "email-verification" }), "conflict");
    expectRefusal(await server("POST", `/${id}/emails`, { kind: "sign-in" }), "invalid_request");
    expect((await server("POST", `/${id}/emails`, { kind: "password-reset" })).json).toMatchObject({ email });
    expect((await auditOf(id)).filter((entry) => entry.startsWith("user.send_proof"))).toEqual([
      ...["user.send_proof server-key", "user.send_proof server-key"],
    ]);
  });

  it("lists in pages that a cursor of its own continues", async () => {
    const project = await createSignInProject();
    const server = await serverOf(lane, project);
    const made: string[] = [];
    for (let i = 0; i < 3; i += 1) made.unshift((await server("POST", "", { email: newEmail() })).json.id);
    const first = await server("GET", "?limit=2");
    expect(first.json.items.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    const rest = await server("GET", `?limit=2&before=${encodeURIComponent(first.json.nextCursor)}`);
    expect(rest.json).toMatchObject({ items: [{ id: made[2] }], nextCursor: null });
    const elsewhere = await serverOf(lane, await createSignInProject());
    const cursor = `?limit=2&before=${encodeURIComponent(first.json.nextCursor)}`;
    expectRefusal(await elsewhere("GET", cursor), "invalid_request");
  });

  it("is told which parameter or field is wrong", async () => {
    const server = await serverOf(lane, await createSignInProject());
    const pathOf = ({ json }: Answer) => json.error.details[0].path;
    const queries = [
      "limit=0",
      "limit=1001",
      "search=a%00b",
      `search=${"x".repeat(257)}`,
      "banned=maybe",
      "sort=email",
    ];
    for (const query of [...queries, "colour=red", "limit=1&limit=2", "signedInAfter=today"]) {
      const answer = await server("GET", `?${query}`);
      expectRefusal(answer, "invalid_request");
      expect(pathOf(answer), query).toBe(query.slice(0, query.indexOf("=")));
    }
    expect((await server("GET", "?search=%25")).json).toEqual({ items: [], nextCursor: null });
    const wrong = [{ email: "x" }, { email: newEmail(), id: "usr_1" }, { email: newEmail(), password: "password" }];
    for (const body of wrong) expectRefusal(await server("POST", "", body), "invalid_request");
    for (const body of [{}, { isTestUser: false }, { banned: "yes" }, { mustResetPassword: false }]) {
      expectRefusal(await server("PATCH", `/${UNKNOWN_USER}`, body), "invalid_request");
    }
    for (const id of ["x", "usr_1", `ses_${"0".repeat(20)}`, "%00"]) {
      expectRefusal(await server("GET", `/${id}`), "invalid_id");
    }
  });

  it("TI-01: gets for another project's user the answer for one that never was, and changes nothing", async () => {
    const [own, other] = [await createSignInProject(), await createSignInProject()];
    const { user, cookie } = await signUp(lane, other);
    const server = await serverOf(lane, own);
    const headers = { "X-Request-Id": "req_the-same-for-both" };
    const requests: [string, string, unknown?][] = [
      ["GET", ""],
      ["PATCH", "", { banned: true }],
      ["DELETE", ""],
      ["GET", "/sessions"],
      ["DELETE", "/sessions"],
      ["DELETE", `/sessions/ses_${"0".repeat(20)}`],
      ["DELETE", "/two-factor"],
      ["POST", "/emails", { kind: "password-reset" }],
      ["DELETE", `/passkeys/psk_${"0".repeat(20)}`],
    ];
    for (const [method, path, body] of requests) {
      const theirs = await server(method, `/${user.id}${path}`, body, headers);
      expectRefusal(theirs, "user_not_found");
      expect(theirs.text).toBe((await server(method, `/${UNKNOWN_USER}${path}`, body, headers)).text);
    }
    expect((await server("GET", `?search=${user.id}`)).json.items).toEqual([]);
    expect((await askAuth(lane, other, "GET", "/get-session", { cookie })).json.user.id).toBe(user.id);
    expect(await auditOf(user.id)).toEqual([]);
  });
});
