import { afterEach, beforeEach, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { PROJECT_ID_HEADER } from "@/lib/core/service";
import { createKey } from "@/lib/people/api-keys/create";
import { listProjectLog } from "@/lib/services/project-logs/list";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { startContentInProcess } from "@/tests/support/content-server";
import { createOrganisation, makeContext, random, type TestOrganisation } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertProject } from "@/tests/support/projects";
import { insertDatabase, insertHost } from "@/tests/support/rows";

let server: InProcessServer | undefined;
let organisation: TestOrganisation;
let projectId: string;
let serverKey: { id: string; secret: string };
let publicKey: { id: string; secret: string };

beforeEach(async () => {
  server = await startInProcess();
  organisation = await createOrganisation();
  projectId = (await insertProject(organisation)).id;
  const asked = { organisationId: organisation.id, projectId, name: "test", expiresAt: null };
  const [madeServerKey, madePublicKey] = await Promise.all([
    makeContext().then((ctx) => createServerKey(ctx, { ...asked, scope: "read-write" })),
    makeContext().then((ctx) => createPublicKey(ctx, { ...asked, scope: "read-write" })),
  ]);
  serverKey = { id: madeServerKey.id, secret: madeServerKey.secret };
  publicKey = { id: madePublicKey.id, secret: madePublicKey.secret };
});

afterEach(end);

async function end(): Promise<void> {
  await server?.close();
  server = undefined;
}

/** Ends the service, which writes the rest, and returns the log. */
async function logOf(of = projectId, organisationId = organisation.id) {
  await end();
  const { items } = await listProjectLog(await makeContext(), { organisationId, projectId: of, source: "request" });
  return items;
}

const ask = (path: string, init: RequestInit = {}) => fetch(`${server?.baseUrl}${path}`, init);
const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

it("has a request with a server key, by its operation and key", async () => {
  await ask(`/v1/projects/${projectId}/users?limit=1`, { headers: bearer(serverKey.secret) });
  const [entry, ...others] = await logOf();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ method: "GET", status: 200, level: "info", code: null, keyId: serverKey.id });
});

it("finds a refusal by the request ID that its answer carries", async () => {
  const path = `/v1/projects/${projectId}/users/usr_00000000000000000000`;
  const missing = await ask(path, { headers: bearer(serverKey.secret) });
  const unknown = await ask(path, { headers: bearer("sk_coppice_nobody") });
  const ids = [missing, unknown].map(({ headers }) => headers.get("x-request-id"));
  expect((await logOf()).map(({ requestId, code }) => [requestId, code])).toEqual([
    [ids[1], "unauthorized"],
    [ids[0], "user_not_found"],
  ]);
});

it("has a refused sign-in with its code, and one whose key is wrong", async () => {
  const attempt = (secret: string) =>
    ask("/v1/auth-tenant/sign-in/email", {
      method: "POST",
      headers: {
        ...{ ...bearer(secret), "Content-Type": "application/json", [PROJECT_ID_HEADER]: projectId },
        Origin: "http://coppice.example",
      },
      body: JSON.stringify({ email: "ada@example.com", password: "hunter2-hunter2" }),
    });
  await attempt(publicKey.secret);
  await attempt("pk_coppice_auth_wrong");
  const entries = await logOf();
  expect(entries.map(({ code, keyId }) => [code, keyId])).toEqual([
    ["INVALID_PUBLIC_KEY", null],
    [expect.stringMatching(/^INVALID_/), publicKey.id],
  ]);
});

it("never has a path, query, header field or body", async () => {
  const secrets = [serverKey.secret, publicKey.secret, "hunter2-in-path", "hunter2-in-query", "hunter2-in-body"];
  const headers = { ...bearer(serverKey.secret), Cookie: "session=hunter2-in-cookie", "User-Agent": "hunter2-agent" };
  await ask(`/v1/projects/${projectId}/users/hunter2-in-path?token=hunter2-in-query`, { headers });
  await ask(`/v1/projects/${projectId}/functions/hunter2-in-path/invoke?token=hunter2-in-query`, {
    ...{ method: "POST", headers: { ...headers, "Content-Type": "application/json" } },
    body: JSON.stringify({ password: "hunter2-in-body" }),
  });
  await ask(`/v1/auth-tenant/sign-in/email?password=hunter2-in-query`, {
    method: "POST",
    headers: {
      ...headers,
      ...bearer(publicKey.secret),
      "Content-Type": "application/json",
      [PROJECT_ID_HEADER]: projectId,
    },
    body: JSON.stringify({ email: "ada@example.com", password: "hunter2-in-body" }),
  });
  const entries = await logOf();
  expect(entries.length).toBeGreaterThanOrEqual(2);
  const { db } = await makeContext();
  const rows = await db.$queryRaw<{ text: string }[]>`select r::text as text from request_log r`;
  const text = JSON.stringify([entries, rows]);
  expect(text).not.toContain("hunter2");
  for (const secret of secrets) expect(text).not.toContain(secret);
});

it("has nothing for the key of another project, or for a project that does not exist", async () => {
  const { id: other } = await insertProject(organisation);
  await ask(`/v1/projects/${other}/users`, { headers: bearer(serverKey.secret) });
  await ask(`/v1/projects/${createId("project", random)}/users`, { headers: bearer("sk_coppice_nobody") });
  const own = await logOf();
  expect(own).toMatchObject([{ code: "project_not_found", keyId: serverKey.id }]);
  const theirs = await listProjectLog(await makeContext(), { organisationId: organisation.id, projectId: other });
  expect(theirs.items).toEqual([]);
});

it("has calls of a function's web address, refusals too", async () => {
  const content = await startContentInProcess();
  const response = await fetch(`${content.url}/f/${content.projectId}/hello?token=hunter2`, {
    method: "POST",
    body: "x",
  });
  await response.arrayBuffer();
  await content.close();
  const { db } = await makeContext();
  const rows = await db.requestLog.findMany({ where: { projectId: content.projectId } });
  expect(rows).toMatchObject([
    { operation: "content", method: "POST", status: response.status, requestId: response.headers.get("x-request-id") },
  ]);
  expect(rows[0]?.code).not.toBeNull();
});

it("has SQL over HTTP by the database, and no statement, parameter or password of it", async () => {
  const ctx = await makeContext();
  const { id: hostId } = await insertHost(ctx);
  const { id: databaseId } = await insertDatabase(ctx, { organisationId: organisation.id, hostId });
  await ctx.db.project.update({ where: { id: projectId }, data: { databaseId } });
  const memberId = organisation.member.developer.id;
  const key = await createKey(ctx, {
    ...{ organisationId: organisation.id, name: "k", expiresAt: new Date(Date.now() + 86_400_000), memberId },
    ...{ databaseId: null, readOnly: false },
  });
  const body = { query: "select 'hunter2-in-sql' where $1 = $1", params: ["hunter2-in-parameter"] };
  await ask("/api/v1/sql", {
    ...{ method: "POST", headers: { ...bearer(key.secret), "Content-Type": "application/json" } },
    body: JSON.stringify({ ...body, database: databaseId }),
  });
  const connection = `postgresql://${databaseId}:hunter2-in-password@db.example/${databaseId}`;
  await ask("/sql", {
    ...{ method: "POST", headers: { "Neon-Connection-String": connection, "Content-Type": "application/json" } },
    body: JSON.stringify(body),
  });
  const entries = await logOf();
  // The host leads nowhere, so both are refused.
  expect(entries.map((entry) => [entry.databaseId, entry.keyId, entry.code !== null])).toEqual([
    [databaseId, null, true],
    [databaseId, key.id, true],
  ]);
  expect(JSON.stringify(entries)).not.toContain("hunter2");
});
