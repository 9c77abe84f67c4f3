import { randomUUID } from "node:crypto";
import { createServiceAuth } from "@coppice/auth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertProject } from "@/tests/support/projects";

const LISTED = "http://localhost:4007";
const RUN = "npm run coppice --";
const PRODUCTION = {
  COPPICE_ENV: "production",
  COPPICE_URL: "https://coppice.example",
  COPPICE_CONTENT_URL: "https://content.example",
  REDIS_URL: "redis://127.0.0.1:1",
  SMTP_URL: "smtp://127.0.0.1",
  CLIENT_ADDRESS_HEADER: "X-Client-Address",
};

let server: InProcessServer;

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/**
 * Sends the request that a browser sends for a page of this origin, and lets the page read as much as a browser lets
 * it.
 */
function browserAt(origin: string): typeof fetch {
  return async (input, init = {}) => {
    const address = String(input);
    const mayRead = ({ headers }: Response) =>
      headers.get("access-control-allow-origin") === origin &&
      headers.get("access-control-allow-credentials") === "true";
    const preflight = await fetch(address, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": init.method ?? "GET" },
    });
    if (!mayRead(preflight)) throw new TypeError("Failed to fetch");
    const headers = new Headers(init.headers);
    headers.set("origin", origin);
    headers.set("x-client-address", "192.0.2.9");
    const response = await fetch(address, { ...init, headers });
    if (!mayRead(response)) throw new TypeError("Failed to fetch");
    return response;
  };
}

async function makeProject(settings: object = { allowedOrigins: [LISTED] }) {
  const organisation = await createOrganisation();
  const { id } = await insertProject(organisation, { settings });
  const ctx = await makeContext();
  const keyOf = async (more: object = {}) => {
    const key = { organisationId: organisation.id, projectId: id, name: "web", expiresAt: null };
    return createPublicKey(ctx, { ...key, scope: "read-write", ...more });
  };
  return { id, ctx, keyOf, publicKey: (await keyOf()).secret };
}

type Project = Awaited<ReturnType<typeof makeProject>>;

async function signIn(project: Pick<Project, "id" | "publicKey">, origin = LISTED, redirectTo?: string) {
  const auth = createServiceAuth({
    projectId: project.id,
    publicKey: project.publicKey,
    apiOrigin: server.baseUrl,
    fetch: browserAt(origin),
  });
  const read = await auth.getSession();
  const sent = await auth.signIn.magicLink({ email: `${randomUUID()}@example.com`, ...(redirectTo && { redirectTo }) });
  return { read, sent: sent.ok ? { code: "ok" } : sent };
}

async function suspend({ id, ctx }: Project): Promise<void> {
  await ctx.db.project.update({ where: { id }, data: { status: "suspended" } });
}

describe("in development a page reads the mistake in the set-up, and its remedy", () => {
  beforeAll(async () => {
    server = await startInProcess();
  });
  afterAll(() => server.close());

  it("a key or a project that is none, or of another", async () => {
    const [project, other] = [await makeProject(), await makeProject()];
    const codeAndHint = async (given: Partial<Project>) => {
      const { read, sent } = await signIn({ ...project, ...given });
      expect(read).toMatchObject({ authenticated: false, code: "invalid_public_key" });
      return sent;
    };
    const wrong = (hint: string) =>
      expect.objectContaining({ code: "invalid_public_key", hint: expect.stringContaining(hint) });
    expect(await codeAndHint({ publicKey: other.publicKey })).toEqual(
      wrong(`The key belongs to project ${other.id}, and not to ${project.id}.`),
    );
    expect(await codeAndHint({ publicKey: "pk_coppice_auth_x" })).toEqual(
      wrong(`${RUN} auth-key create ${project.id}`),
    );
    expect(await codeAndHint({ id: "p_00000000000000000000" })).toEqual(
      wrong(`The key belongs to project ${project.id}`),
    );
    const expired = await project.keyOf({ expiresAt: new Date(Date.now() + 1) });
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expired.expiresAt ?? ""));
    expect(await codeAndHint({ publicKey: expired.secret })).toEqual(wrong("The public key has expired."));
  });

  it("an origin that is not listed, such as the other name of this machine", async () => {
    const project = await makeProject();
    const twin = "http://127.0.0.1:4007";
    const { read, sent } = await signIn(project, twin);
    expect(read).toMatchObject({ code: "invalid_origin" });
    expect(sent).toMatchObject({
      code: "invalid_origin",
      hint: expect.stringContaining(`${RUN} project set ${project.id} 'allowedOrigins=["${LISTED}","${twin}"]'`),
    });
    expect(sent).toMatchObject({ hint: expect.stringContaining(`Open the app at ${LISTED} instead`) });
    expect((await signIn(project, "http://192.168.1.5:5173")).sent).toMatchObject({
      hint: expect.stringContaining("no other origin can be allowed over http"),
    });
    const lines = server.logged.filter((line) => line.includes(project.id) && line.includes(twin));
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["pages of this origin are not allowed"]);
  });

  it("a read-only key, a suspended project, and an address to return to that is not listed", async () => {
    const project = await makeProject({ allowedOrigins: [LISTED], redirectAddresses: [`${LISTED}/callback`] });
    const reader = await project.keyOf({ scope: "read" });
    expect((await signIn({ ...project, publicKey: reader.secret })).sent).toMatchObject({
      code: "read_only_key",
      hint: expect.stringContaining(`${RUN} auth-key create ${project.id}`),
    });
    expect((await signIn(project, LISTED, `${LISTED}/home`)).sent).toMatchObject({
      code: "invalid_callback_url",
      hint: expect.stringContaining(`'redirectAddresses=["${LISTED}/callback","${LISTED}/home"]'`),
    });
    expect((await signIn(project, LISTED, "https://shop.example.com/")).sent).toMatchObject({
      hint: expect.stringContaining(`'allowedOrigins=["${LISTED}","https://shop.example.com"]'`),
    });
    await suspend(project);
    expect((await signIn(project)).sent).toMatchObject({
      code: "project_suspended",
      hint: `Run: ${RUN} project unsuspend ${project.id}`,
    });
  });

  it("CS-07: no page of an origin that is not listed reads more than that, or has anything done", async () => {
    const project = await makeProject();
    const send = browserAt("https://evil.example");
    const headers = { authorization: `Bearer ${project.publicKey}`, "x-coppice-project-id": project.id };
    const ask = (method: string, path: string, body?: object) =>
      send(`${server.baseUrl}/v1/auth-tenant${path}`, {
        method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const email = `${randomUUID()}@example.com`;
    for (const response of [
      await ask("GET", "/get-session"),
      await ask("GET", "/methods"),
      await ask("POST", "/request-password-reset", { email }),
      await ask("POST", "/sign-up/email", { email, name: "Eve", password: "correct horse battery staple" }),
    ]) {
      expect([response.status, (await response.json()).code]).toEqual([403, "INVALID_ORIGIN"]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await project.ctx.db.user.count({ where: { projectId: project.id } })).toBe(0);
    await expect(browserAt("null")(`${server.baseUrl}/v1/auth-tenant/methods`)).rejects.toThrow("Failed to fetch");
  });
});

describe("a hosted page that is given a path to return to", () => {
  const SECOND = "https://second.example.com";
  beforeAll(async () => {
    server = await startInProcess();
  });
  afterAll(() => server.close());

  it.each([
    ["of the app whose page led there", { referer: `${SECOND}/` }, `${SECOND}/home?a=1`],
    ["of the first app, when no page of an app did", { referer: "https://evil.example/" }, `${LISTED}/home?a=1`],
    ["of the first app, when nothing tells", {}, `${LISTED}/home?a=1`],
  ])("takes it for one %s", async (_name, headers, location) => {
    const { id } = await makeProject({ allowedOrigins: [LISTED, SECOND] });
    const query = new URLSearchParams({ redirect_to: "/home?a=1" });
    const address = `${server.baseUrl}/auth/${id}/sign-out?${query}`;
    const answer = await fetch(address, { redirect: "manual", headers });
    expect(answer.headers.get("location")).toBe(location);
  });
});

describe("in production a page reads the code alone", () => {
  beforeAll(async () => {
    server = await startInProcess({ variables: PRODUCTION });
  });
  afterAll(() => server.close());

  it("on the pages of a project's app", async () => {
    const [project, other] = [await makeProject(), await makeProject({ allowedOrigins: ["https://b.example"] })];
    const codeOf = async (given: Partial<Project>, origin?: string) => {
      const { sent } = await signIn({ ...project, ...given }, origin);
      expect(sent).not.toHaveProperty("hint");
      return sent.code;
    };
    expect(await codeOf({ publicKey: other.publicKey })).toBe("invalid_public_key");
    expect(await codeOf({ publicKey: (await project.keyOf({ scope: "read" })).secret })).toBe("read_only_key");
    expect(await codeOf({}, "https://b.example")).toBe("invalid_origin");
    await suspend(project);
    expect(await codeOf({})).toBe("project_suspended");
  });

  it("CS-07: and nothing at all on the pages of others, which the log names", async () => {
    const project = await makeProject();
    const origin = `https://${randomUUID()}.example`;
    expect(await signIn(project, origin)).toMatchObject({
      read: { code: "network_error" },
      sent: { code: "network_error" },
    });
    const lines = server.logged.filter((line) => line.includes(origin));
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["pages of this origin are not allowed"]);
  });
});
