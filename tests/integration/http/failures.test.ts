import { afterEach, describe, expect, it } from "vitest";
import type { DatabaseClient } from "@/lib/core/db/client";
import { PATIENCE } from "@/lib/http/lanes/http-server";
import { createKey } from "@/lib/people/api-keys/create";
import type { Runtime } from "@/lib/runtime";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { fittingBody } from "@/tests/support/fitting-body";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { parseAnswer, RawConnection, statusesIn } from "@/tests/support/raw-connection";
import { reachRoute } from "@/tests/support/reach-route";
import { listedRoutes } from "@/tests/support/route-promises";

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function newKey(): Promise<string> {
  const { id: organisationId, member } = await createOrganisation();
  const ctx = { ...(await makeContext()), clock: { now: () => new Date() } };
  const input = { organisationId, memberId: member.developer.id, name: "k", databaseId: null, readOnly: false };
  return (await createKey(ctx, { ...input, expiresAt: null })).secret;
}

const CANARY = 'SELECT secret FROM "member" at /srv/coppice/lib/hosting/databases/get.ts:12';

/** Keys are found as ever; everything that a verb asks for then fails with a text that nobody outside may see. */
function failing(runtime: Runtime): Partial<Runtime> {
  const fail = () => Promise.reject(new Error(CANARY));
  const db = new Proxy({} as DatabaseClient, { get: () => new Proxy(fail, { get: () => fail }) });
  const { managementKeys: keys } = runtime.context({ actor: { kind: "anonymous", id: "anonymous" }, requestId: "req" });
  const context: Runtime["context"] = (from) => ({
    ...runtime.context(from),
    ...({
      db,
      managementKeys: { find: keys.find, findDatabase: fail },
      metrics: { metrics: fail },
      random: { bytes: broken },
    } as object),
    clock: { now: () => (from.actor.kind === "anonymous" ? new Date() : broken()) },
  });
  return { context };
}

function broken(): never {
  throw new Error(CANARY);
}

describe("HT-14: an exception in a handler", () => {
  const reaching = listedRoutes.filter(({ definition }) => definition.auth !== "none" && !definition.needs);

  it.each(reaching)("$method $pattern answers an opaque 500 that carries the request id", async (route) => {
    const { method, definition } = route;
    const { key, path } = await reachRoute(route);
    server = await startInProcess({ change: failing });
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "X-Request-Id": "req_of-a-failure",
      },
      ...(definition.body ? { body: JSON.stringify(fittingBody(definition)) } : {}),
    });
    const text = await response.text();
    expect({ status: response.status, error: JSON.parse(text).error }).toEqual({
      status: 500,
      error: {
        code: "internal_error",
        message: "Something went wrong. If it keeps happening, give the operator the request ID.",
        retryable: true,
        requestId: "req_of-a-failure",
        docsUrl: "http://coppice.example/docs/errors#internal_error",
      },
    });
    expect(text).not.toMatch(/SELECT|member|\/srv|\.ts|stack/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-request-id": "req_of-a-failure",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    const lines = server.logged.filter((line) => line.includes("req_of-a-failure")).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: definition.operationId, err: expect.objectContaining({ message: CANARY }) }),
    );
    expect(server.logged.join("")).not.toContain(key);
  });

  it("walks every route that asks the database or the metrics", () => {
    expect(reaching.map(({ definition }) => definition.operationId)).toHaveLength(100);
  });
});

it("LG-03: a lack of permission is in the log, with the actor, the permission and the request, and no secret", async () => {
  const { id: organisationId, member } = await createOrganisation();
  const ctx = { ...(await makeContext()), clock: { now: () => new Date() } };
  const input = { organisationId, memberId: member.developer.id, name: "k", databaseId: null, readOnly: true };
  const { id: keyId, secret } = await createKey(ctx, { ...input, expiresAt: null });
  server = await startInProcess();
  const response = await fetch(`${server.baseUrl}/api/v1/databases`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", "X-Request-Id": "req_refused" },
    body: JSON.stringify({ name: "a" }),
  });
  expect(response.status).toBe(403);
  const lines = server.logged.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === "req_refused");
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ msg: "permission refused", operation: "createDatabase", code: "read_only_key" },
      ...{ actorKind: "management-key", actorId: keyId, organisationId, permission: "databases:write" },
    }),
  ]);
  expect(server.logged.join("")).not.toContain(secret);
});

describe("HT-02: slow clients", () => {
  const patience = { ...PATIENCE, headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 20 };

  it("a header that does not end is a 408, and the connection is closed", async () => {
    server = await startInProcess({ patience });
    const connection = await RawConnection.open(server.baseUrl);
    connection.write("GET /info HTTP/1.1\r\nHost: a\r\n");
    const { status, headers, body } = parseAnswer(await connection.untilClosed());
    expect({ status, code: JSON.parse(body).error.code }).toEqual({ status: 408, code: "request_timeout" });
    expect(headers.get("connection")).toBe("close");
  });

  it("a body that does not end is a 408, the connection is closed, and nothing is taken for a failure of ours", async () => {
    const key = await newKey();
    server = await startInProcess({ patience });
    const connection = await RawConnection.open(server.baseUrl);
    const fields = `Host: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n`;
    connection.write(`POST /api/v1/databases HTTP/1.1\r\n${fields}\r\n{"na`);
    expect(statusesIn(await connection.untilClosed())).toEqual([408]);
    expect(server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it("a client that goes away in the middle of its body is no failure of ours", async () => {
    const key = await newKey();
    server = await startInProcess();
    const connection = await RawConnection.open(server.baseUrl);
    const fields = `Host: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n`;
    await connection.writeAll(Buffer.from(`POST /api/v1/databases HTTP/1.1\r\n${fields}\r\n{"na`));
    const { baseUrl, runtime, logged } = server;
    await expect.poll(() => runtime.pool.idleCount, { interval: 10 }).toBeGreaterThan(0);
    connection.close();
    const counted = async () => (await fetch(`${baseUrl}/metrics`)).text();
    await expect.poll(counted, { interval: 10 }).toContain('operation="createDatabase"');
    expect(await counted()).toMatch(/operation="createDatabase",method="POST",status="400"\} 1/);
    expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it("a body that stays away after the request was answered gets no second answer", async () => {
    // An answer waits half a second for its body.
    server = await startInProcess({ patience: { ...patience, requestTimeout: 1_500 } });
    const connection = await RawConnection.open(server.baseUrl);
    connection.write("PUT /api/v1/databases HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n");
    expect(statusesIn(await connection.untilClosed())).toEqual([405]);
  });
});
