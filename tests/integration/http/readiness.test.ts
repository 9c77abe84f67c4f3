import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSecretText } from "@/lib/core/crypto/secret-text";
import { systemClock } from "@/lib/infra/system";
import { recordInstance } from "@/lib/services/deploys/record";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext, random } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertHost } from "@/tests/support/rows";

const BUILD = { sha: "test", timestamp: "2026-03-01T09:30:00.000Z" };

let server: InProcessServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function readiness(variables: Record<string, string>) {
  server = await startInProcess({ variables });
  const response = await fetch(`${server.baseUrl}/ready`);
  return { status: response.status, json: await response.json(), cache: response.headers.get("cache-control") };
}

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const listener = createServer();
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

describe("/ready", () => {
  it("is 200 when all that is configured answers, and tells the state of processes", async () => {
    const databaseUrl = await newControlUrl();
    server = await startInProcess({ variables: { DATABASE_URL: databaseUrl } });
    const ctx = { ...(await makeContext({ clock: systemClock })), db: server.runtime.db };
    const ask = async () => (await fetch(`${server?.baseUrl}/ready`)).json();
    expect(await ask()).toMatchObject({
      ready: true,
      healthy: false,
      roles: {},
      missing: [expect.stringContaining("worker")],
    });
    const worker = await recordInstance(ctx, BUILD, ["worker"]);
    const functions = await recordInstance(ctx, BUILD, ["functions"], {
      readState: async () => "bubblewrap",
      beatMs: 5,
    });
    await expect.poll(ask).toEqual({
      ...{ ready: true, healthy: true, stopping: false, missing: [] },
      ...{ controlPlane: "ok", hosts: [], redis: null, functions: "bubblewrap", backups: null, localWindow: null },
      roles: { functions: "running", worker: "running" },
    });
    await functions.close();
    expect(await ask()).toMatchObject({ healthy: true, functions: null, roles: { functions: "stopped" } });
    await worker.close();
  });

  it("OP-M6: is 503 once the process is asked to stop, while it still answers", async () => {
    const databaseUrl = await newControlUrl();
    server = await startInProcess({ variables: { DATABASE_URL: databaseUrl } });
    server.runtime.drain.isDraining = true;
    const response = await fetch(`${server.baseUrl}/ready`);
    expect([response.status, await response.json()]).toMatchObject([503, { ready: false, stopping: true }]);
    expect((await fetch(`${server.baseUrl}/info`)).status).toBe(200);
  });

  it("is 503 while the control plane does not answer, and so are the routes that need it", async () => {
    const url = `postgresql://nobody:nothing@127.0.0.1:${await closedPort()}/none`;
    const { status, json, cache } = await readiness({ DATABASE_URL: url });
    expect({ status, json, cache }).toMatchObject({
      status: 503,
      json: { ready: false, healthy: false, controlPlane: "unavailable", hosts: [], redis: null },
      cache: "no-store",
    });
    expect(await (await fetch(`${server?.baseUrl}/live`)).json(), "OP-M3").toEqual({ live: true });
    const headers = { Authorization: `Bearer ${createSecretText("mk_coppice_", random)}` };
    const answer = await fetch(`${server?.baseUrl}/api/v1/databases`, { headers });
    const { error } = (await answer.json()) as { error: { code: string; retryable: boolean } };
    expect({ status: answer.status, code: error.code, retryable: error.retryable }).toEqual({
      status: 503,
      code: "service_unavailable",
      retryable: true,
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(server?.logged.join("")).not.toContain("nothing@");
  });

  it("OP-M3: is 200 while a host does not answer, and says that its databases are missing", async () => {
    const databaseUrl = await newControlUrl();
    server = await startInProcess({ variables: { DATABASE_URL: databaseUrl } });
    const ctx = { ...(await makeContext()), db: server.runtime.db };
    const down = `postgresql://provisioner:unused@127.0.0.1:${await closedPort()}/postgres`;
    const { id, name } = await insertHost(ctx, { provisionerUrl: down });
    const response = await fetch(`${server.baseUrl}/ready`);
    expect({ status: response.status, json: await response.json() }).toMatchObject({
      status: 200,
      json: { ready: true, healthy: false, controlPlane: "ok", hosts: [{ id, name, state: "unavailable" }] },
    });
  });

  it("OP-M3: is 200 while Redis does not answer, and names the parts that work differently", async () => {
    const { status, json } = await readiness({
      DATABASE_URL: await newControlUrl(),
      REDIS_URL: `redis://127.0.0.1:${await closedPort()}`,
    });
    const missing = expect.arrayContaining([expect.stringContaining("Redis doesn't answer: each process counts")]);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { ready: true, healthy: false, redis: "unavailable", missing },
    });
  });
});
