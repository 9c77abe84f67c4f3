import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as signIn } from "@/app/v1/auth-tenant/sign-in/email/route";
import { POST as signUpRoute } from "@/app/v1/auth-tenant/sign-up/email/route";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { setRuntime } from "@/lib/runtime/current";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { workerControlUrl } from "@/tests/support/clusters";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { newEmail, PASSWORD } from "@/tests/support/sign-in";

let runtime: Runtime;

beforeAll(async () => {
  const environment = readEnvironment({
    DATABASE_URL: await workerControlUrl(),
    COPPICE_SECRET_KEYS: `t1:${randomBytes(32).toString("base64")}`,
    COPPICE_URL: "https://auth.example",
    CLIENT_ADDRESS_HEADER: "x-edge-address",
    LOG_LEVEL: "silent",
  });
  runtime = createRuntime({ ...environment, mode: "production" });
  setRuntime(runtime);
});

afterAll(() => runtime.close());

async function makeProject(limit: number) {
  const { id: organisationId, ...organisation } = await createOrganisation();
  const limits = { signInPerAddress: { limit, windowSeconds: 60 } };
  const { id } = await insertProject({ id: organisationId, ...organisation }, { settings: { limits } });
  const input = { organisationId, projectId: id, name: "k", scope: "read-write" as const, expiresAt: null };
  const { secret } = await createPublicKey(await makeContext(), input);
  return { id, secret };
}

function post(route: typeof signIn, project: { id: string; secret: string }, body: unknown, headers = {}) {
  const request = new Request("https://auth.example/v1/auth-tenant/sign-in/email", {
    method: "POST",
    headers: {
      "x-coppice-project-id": project.id,
      authorization: `Bearer ${project.secret}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return route(request, { params: Promise.resolve({}) });
}

const guess = (project: { id: string; secret: string }, headers: Record<string, string>) =>
  post(signIn, project, { email: newEmail(), password: "not the password" }, headers);

describe("behind an ingress proxy", () => {
  it("BF-06: the address is that of the proxy's header, and no other header changes the count", async () => {
    const project = await makeProject(2);
    const edge = { "x-edge-address": "198.51.100.1" };
    expect((await guess(project, edge)).status).toBe(401);
    expect((await guess(project, { "x-edge-address": "203.0.113.5, ::ffff:198.51.100.1" })).status).toBe(401);
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip", "x-client-ip"]) {
      expect((await guess(project, { ...edge, [name]: "203.0.113.9" })).status).toBe(429);
    }
    expect((await guess(project, { "x-edge-address": "198.51.100.2" })).status).toBe(401);
  });

  it("BF-06: a list of which the client filled the first 64 characters does not change the count", async () => {
    const project = await makeProject(2);
    const statuses: number[] = [];
    for (let guessed = 1; guessed <= 4; guessed += 1) {
      const forged = `x,${" ".repeat(48)}198.51.100.2${guessed}`.padStart(64);
      statuses.push((await guess(project, { "x-edge-address": `${forged}, 203.0.113.7` })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    const events = await runtime.db.securityEvent.findMany({ where: { projectId: project.id } });
    expect(new Set(events.map(({ address }) => address))).toEqual(new Set(["203.0.113.7"]));
  });

  it("BF-11: ten sign-ins a minute and five sign-ups, as documented, and then the time to wait", async () => {
    const { id: organisationId, ...organisation } = await createOrganisation();
    const { id } = await insertProject({ id: organisationId, ...organisation });
    const input = { organisationId, projectId: id, name: "k", scope: "read-write" as const, expiresAt: null };
    const project = { id, secret: (await createPublicKey(await makeContext(), input)).secret };
    const documented = readFileSync("docs/sign-in.md", "utf8");
    const edge = { "x-edge-address": "198.51.100.11" };
    const body = () => ({ name: "Ada", email: newEmail(), password: PASSWORD });
    const routes = {
      signInPerAddress: () => guess(project, edge),
      signUpPerAddress: () => post(signUpRoute, project, body(), edge),
    };
    for (const [name, ask] of Object.entries(routes)) {
      const [, limit = "", seconds = ""] =
        new RegExp(`limits\\.${name}\` \\| (\\d+) in (\\d+) s`).exec(documented) ?? [];
      for (let i = 0; i < Number(limit); i += 1) expect((await ask()).status).not.toBe(429);
      const refused = await ask();
      expect([refused.status, (await refused.json()).code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(Number(seconds));
      expect(refused.headers.get("x-retry-after")).toBe(String(wait));
    }
  });

  it("a limited route that lacks the header, or holds no address in it, answers ORIGIN_DIRECT_REJECTED", async () => {
    const project = await makeProject(2);
    const without: Record<string, string>[] = [{}, { "x-edge-address": "unknown" }, { "x-edge-address": "" }];
    for (const headers of without) {
      const answer = await guess(project, headers);
      expect([answer.status, (await answer.json()).code]).toEqual([403, "ORIGIN_DIRECT_REJECTED"]);
    }
  });

  it("SE-05: on https the cookie is bound to the host and Secure, and the session keeps the address", async () => {
    const project = await makeProject(2);
    const body = { name: "Ada", email: newEmail(), password: PASSWORD };
    const answer = await post(signUpRoute, project, body, {
      "x-edge-address": "198.51.100.1",
      "user-agent": "Browser",
    });
    const [cookie = "", known = ""] = answer.headers.getSetCookie();
    expect(known).toMatch(new RegExp(`^__Host-coppice_known_${project.id}=.+; HttpOnly; Secure; SameSite=Strict$`));
    expect(cookie).toMatch(
      new RegExp(
        `^__Host-coppice_session_${project.id}=[0-9A-Za-z]{43}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict$`,
      ),
    );
    const { user } = await answer.json();
    const session = await runtime.db.session.findFirstOrThrow({ where: { userId: user.id } });
    expect(session).toMatchObject({ ipAddress: "198.51.100.1", userAgent: "Browser" });
    const event = await runtime.db.securityEvent.findFirstOrThrow({ where: { userId: user.id } });
    expect(event).toMatchObject({ kind: "user.sign_up", address: "198.51.100.1", userAgent: "Browser" });
    expect(event.requestId).toBe(answer.headers.get("x-request-id"));
  });
});
