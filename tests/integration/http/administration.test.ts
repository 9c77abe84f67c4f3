import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdminKey } from "@/lib/people/admin-keys/create";
import { revokeAdminKey } from "@/lib/people/admin-keys/revoke";
import { createKey } from "@/lib/people/api-keys/create";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { fittingBody } from "@/tests/support/fitting-body";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertProject } from "@/tests/support/projects";
import { listedRoutes } from "@/tests/support/route-promises";

const ADDRESS_HEADER = "X-Client-Address";
const REPORT = { severity: "spam", description: "Unwanted mail." };
const adminRoutes = listedRoutes.filter(({ pattern }) => pattern.startsWith("/v1/admin/"));

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({ variables: { CLIENT_ADDRESS_HEADER: ADDRESS_HEADER } });
});

afterAll(() => server.close());

const lasting = async () => ({ ...(await makeContext()), clock: { now: () => new Date() } });

async function newAdminKey() {
  return createAdminKey(await lasting(), { name: "k", expiresAt: null });
}

function ask(method: string, path: string, options: { key?: string; body?: unknown; headers?: HeadersInit } = {}) {
  const headers = new Headers({ "Content-Type": "application/json", [ADDRESS_HEADER]: "203.0.113.1" });
  for (const [name, value] of new Headers(options.headers)) headers.set(name, value);
  if (options.key !== undefined) headers.set("Authorization", `Bearer ${options.key}`);
  const { body } = options;
  return fetch(server.baseUrl + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

describe("AB-01: reporting abuse", () => {
  const report = (address: string, headers: Record<string, string> = {}) =>
    ask("POST", "/v1/abuse-reports", { body: REPORT, headers: { ...headers, [ADDRESS_HEADER]: address } });

  it("AB-01: the sixth report of an address in a minute is refused, and made-up headers do not help", async () => {
    for (let left = 4; left >= 0; left--) {
      const response = await report("198.51.100.1");
      expect(response.status).toBe(202);
      expect(response.headers.get("ratelimit")).toMatch(new RegExp(`^"abuse-reports";r=${left};`));
      expect(await response.json()).toEqual({ id: expect.stringMatching(/^abr_/), receivedAt: expect.any(String) });
    }
    const forged = [
      { "X-Forwarded-For": "192.0.2.200" },
      { Forwarded: "for=192.0.2.200" },
      { "X-Real-IP": "192.0.2.200" },
    ];
    for (const headers of [{}, ...forged]) {
      const response = await report("198.51.100.1", headers);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await report("192.0.2.200, 198.51.100.1")).status).toBe(429);
    expect((await report("198.51.100.2")).status).toBe(202);
  });

  it("AB-01: all addresses of an IPv6 /64 count as one", async () => {
    for (let host = 1; host <= 5; host++) expect((await report(`2001:db8:1:2::${host}`)).status).toBe(202);
    expect((await report("2001:db8:1:2:ffff::9")).status).toBe(429);
    expect((await report("2001:db8:1:3::9")).status).toBe(202);
  });

  it("takes 8 kB at most", async () => {
    const body = { ...REPORT, description: "€".repeat(3_000) };
    const response = await ask("POST", "/v1/abuse-reports", { body, headers: { [ADDRESS_HEADER]: "198.51.100.3" } });
    expect(response.status).toBe(413);
  });
});

describe("AB-03: the admin routes", () => {
  it("are those that the operator's key is for, and only those", () => {
    expect(adminRoutes).toHaveLength(6);
    for (const { pattern, definition } of listedRoutes) {
      expect(definition.auth === "admin-key").toBe(pattern.startsWith("/v1/admin/"));
    }
  });

  it.each(adminRoutes)("AB-03: $method $pattern is refused to every other key, a session and nobody", async (route) => {
    const organisation = await createOrganisation();
    const ctx = await lasting();
    const { id: projectId } = await insertProject(organisation);
    const common = { organisationId: organisation.id, name: "k", expiresAt: null };
    const ofMember = { ...common, memberId: organisation.member.owner.id, databaseId: null, readOnly: false };
    const revoked = await newAdminKey();
    await revokeAdminKey(ctx, { keyId: revoked.id });
    const keys = [
      undefined,
      (await createKey(ctx, ofMember)).secret,
      (await createServerKey(ctx, { ...common, projectId, scope: "admin" })).secret,
      (await createPublicKey(ctx, { ...common, projectId, scope: "read-write" })).secret,
      revoked.secret,
      "ak_coppice_x",
    ];
    const body = fittingBody(route.definition);
    for (const key of keys) {
      const response = await ask(route.method, route.pattern, { ...(key !== undefined && { key }), body });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: "unauthorized" } });
    }
    const headers = { Cookie: `coppice_session_${projectId}=x; coppice_dashboard=x` };
    expect((await ask(route.method, route.pattern, { body, headers })).status).toBe(401);
  });

  it("AB-03: an admin key opens nothing else", async () => {
    const { secret: key } = await newAdminKey();
    const others = listedRoutes.filter(({ definition }) => ["management-key", "server-key"].includes(definition.auth));
    for (const { method, pattern } of others) {
      const path = pattern.replaceAll(/:\w+/g, `p_${"0".repeat(20)}`);
      expect((await ask(method, path, { key })).status, `${method} ${pattern}`).toBe(401);
    }
  });

  it("refuse query parameters and bodies that they do not know", async () => {
    const { secret: key } = await newAdminKey();
    for (const path of ["abuse-reports?status=all", "abuse-reports?x=1", "deploys?limit=501", "deploys?service=db"]) {
      expect((await ask("GET", `/v1/admin/${path}`, { key })).status, path).toBe(400);
    }
    const unnamed = { id: `abr_${"0".repeat(20)}`, resolution: "forgiven" };
    expect((await ask("PATCH", "/v1/admin/abuse-reports", { key, body: unnamed })).status).toBe(400);
  });

  it("note the time and the address of a key's use", async () => {
    const { id, secret: key } = await newAdminKey();
    expect((await ask("GET", "/v1/admin/deploys", { key })).status).toBe(200);
    await server.runtime.adminKeyUses.flush();
    const row = await server.runtime.db.adminKey.findUniqueOrThrow({ where: { id } });
    expect(row.lastUsedAddress).toBe("203.0.113.1");
  });
});

describe("from the report to the suspension, by HTTP", () => {
  it("AB-05: a suspended project refuses changes and sign-ins with the next request", async () => {
    const organisation = await createOrganisation();
    const origin = "https://app.example.com";
    const { id: projectId } = await insertProject(organisation, { settings: { allowedOrigins: [origin] } });
    const ctx = await lasting();
    const common = { organisationId: organisation.id, projectId, name: "k", expiresAt: null };
    const { secret: serverKey } = await createServerKey(ctx, { ...common, scope: "read-write" });
    const { secret: publicKey } = await createPublicKey(ctx, { ...common, scope: "read-write" });
    const { secret: key } = await newAdminKey();
    const users = `/v1/projects/${projectId}/users`;
    const signIn = () =>
      ask("POST", "/v1/auth-tenant/sign-in/email", {
        key: publicKey,
        body: { email: "ada@example.com", password: "correct horse battery staple" },
        headers: { "x-coppice-project-id": projectId, Origin: origin },
      });
    const addUser = (name: string) => ask("POST", users, { key: serverKey, body: { email: `${name}@example.com` } });
    expect([(await signIn()).status, (await addUser("a")).status]).toEqual([401, 201]);

    const body = { severity: "phishing", description: "It imitates my bank.", projectId };
    const address = { [ADDRESS_HEADER]: "198.51.100.4" };
    const reported = await (await ask("POST", "/v1/abuse-reports", { body, headers: address })).json();
    const open = await (await ask("GET", "/v1/admin/abuse-reports?severity=phishing&limit=200", { key })).json();
    expect(open.items).toContainEqual(expect.objectContaining({ id: reported.id, reportedProjectId: projectId }));
    const resolution = { id: reported.id, resolution: "suspended", note: "Seen." };
    const resolved = await ask("PATCH", "/v1/admin/abuse-reports", { key, body: resolution });
    expect(resolved.status).toBe(200);
    expect((await resolved.json()).project).toMatchObject({ id: projectId, status: "suspended" });
    expect((await ask("PATCH", "/v1/admin/abuse-reports", { key, body: resolution })).status).toBe(409);

    const refused = await addUser("b");
    expect([refused.status, (await refused.json()).error.code]).toEqual([403, "project_suspended"]);
    const barred = await signIn();
    expect([barred.status, (await barred.json()).code]).toEqual([403, "PROJECT_SUSPENDED"]);
    expect((await ask("GET", users, { key: serverKey })).status).toBe(200);
    expect((await ask("GET", `/auth/${projectId}/sign-in`)).status).toBe(403);

    const lifted = await ask("POST", "/v1/admin/projects/unsuspend", { key, body: { projectId, note: "Gone." } });
    expect(await lifted.json()).toEqual({ projectId, status: "active" });
    expect([(await signIn()).status, (await addUser("b")).status]).toEqual([401, 201]);
  });

  it("AB-05: a banned project is refused in the same way, and is not lifted by HTTP", async () => {
    const organisation = await createOrganisation();
    const { id: projectId } = await insertProject(organisation);
    const ctx = await lasting();
    const input = { organisationId: organisation.id, projectId, name: "k", expiresAt: null, scope: "admin" as const };
    const { secret: serverKey } = await createServerKey(ctx, input);
    const { secret: key } = await newAdminKey();
    await ctx.db.project.update({ where: { id: projectId }, data: { status: "banned" } });
    const body = { email: "a@example.com" };
    const refused = await ask("POST", `/v1/projects/${projectId}/users`, { key: serverKey, body });
    expect([refused.status, (await refused.json()).error.code]).toEqual([403, "project_suspended"]);
    expect((await ask("GET", `/auth/${projectId}/sign-in`)).status).toBe(403);
    const lifted = await ask("POST", "/v1/admin/projects/unsuspend", { key, body: { projectId, note: "x" } });
    expect([lifted.status, (await lifted.json()).error.code]).toEqual([409, "conflict"]);
  });
});

it("the history of deploys goes on as a stream of events where that is asked for", async () => {
  const { secret: key } = await newAdminKey();
  const ctx = await lasting();
  const startedAt = new Date();
  const row = { sha: "abc", builtAt: startedAt, host: "web-1", pid: 1, beatAt: startedAt };
  await ctx.db.serviceInstance.create({ data: { ...row, id: `ins_${"a".repeat(20)}`, service: "web", startedAt } });
  const leaving = new AbortController();
  const response = await fetch(`${server.baseUrl}/v1/admin/deploys?service=web`, {
    headers: { Authorization: `Bearer ${key}`, Accept: "text/event-stream" },
    signal: leaving.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? "";
  };
  await readUntil(`"id":"ins_${"a".repeat(20)}"`);
  expect(text).toMatch(/^event: deploy\ndata: \{"id":"ins_/);
  await ctx.db.serviceInstance.create({
    data: { ...row, id: `ins_${"b".repeat(20)}`, service: "web", startedAt: new Date(startedAt.getTime() + 1) },
  });
  await readUntil(`"id":"ins_${"b".repeat(20)}"`);
  leaving.abort();
  await ctx.db.serviceInstance.deleteMany({});
});
