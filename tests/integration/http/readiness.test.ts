import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { createSecretText } from "@/lib/core/crypto/secret-text";
import { systemClock } from "@/lib/infra/system";
import type { ServiceContext } from "@/lib/runtime";
import { recordInstance } from "@/lib/services/deploys/record";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext, random } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { RedisServer } from "@/tests/support/redis-server";
import { insertHost } from "@/tests/support/rows";

const BUILD = { sha: "test", timestamp: "2026-03-01T09:30:00.000Z" };

const PRODUCTION = {
  COPPICE_ENV: "production",
  COPPICE_URL: "https://coppice.example",
  COPPICE_CONTENT_URL: "https://content.example",
  SMTP_URL: "smtp://127.0.0.1",
  CLIENT_ADDRESS_HEADER: "X-Client-Address",
  COPPICE_METRICS_TOKEN: "metrics-token-of-the-operator",
};

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

/** Returns the answer for those with this token, or without any. */
async function readinessFor(token: string | null) {
  const headers = token === null ? undefined : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server?.baseUrl}/ready`, { headers });
  return { status: response.status, json: await response.json() };
}

function countHosts(ctx: ServiceContext, count: () => void): ServiceContext {
  const get = (id: string) => {
    count();
    return ctx.hosts.get(id);
  };
  return { ...ctx, hosts: { minimumVersionNum: ctx.hosts.minimumVersionNum, get } };
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

  it("in production, tells its details to those with the token of the metrics, and asks no host each time for others", async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    let asked = 0;
    server = await startInProcess({
      variables: { ...PRODUCTION, DATABASE_URL: await newControlUrl(), REDIS_URL: redis.url },
      change: (runtime) => ({ context: (from) => countHosts(runtime.context(from), () => (asked += 1)) }),
    });
    const down = `postgresql://provisioner:unused@127.0.0.1:${await closedPort()}/postgres`;
    const { id, name } = await insertHost(
      { ...(await makeContext()), db: server.runtime.db },
      { provisionerUrl: down },
    );
    const summary = { status: 200, json: { ready: true, healthy: false, stopping: false, redis: "ok" } };
    await expect.poll(() => readinessFor(null)).toEqual(summary);
    for (const token of ["", "wrong", PRODUCTION.COPPICE_METRICS_TOKEN.slice(1)])
      expect(await readinessFor(token)).toEqual(summary);
    expect(asked).toBe(1);
    const details = { ...summary.json, controlPlane: "ok", hosts: [{ id, name, state: "unavailable" }] };
    expect(await readinessFor(PRODUCTION.COPPICE_METRICS_TOKEN)).toMatchObject({ status: 200, json: details });
    expect(asked).toBe(2);
    server.runtime.drain.isDraining = true;
    expect(await readinessFor(null)).toEqual({ status: 503, json: { ...summary.json, ready: false, stopping: true } });
  });

  it("in development with a token, tells its details to those with it alone", async () => {
    const token = "metrics-token-of-the-operator";
    const variables = { DATABASE_URL: await newControlUrl(), COPPICE_METRICS_TOKEN: token };
    server = await startInProcess({ variables });
    const ctx = { ...(await makeContext({ clock: systemClock })), db: server.runtime.db };
    const worker = await recordInstance(ctx, BUILD, ["worker"]);
    const healthy = { ready: true, healthy: true, stopping: false, redis: null };
    expect((await readinessFor(token)).json).toMatchObject({ ...healthy, missing: [], roles: { worker: "running" } });
    expect(await readinessFor(null)).toEqual({ status: 200, json: healthy });
    await worker.close();
  });

  it("in production without the token's variable, tells its details to nobody", async () => {
    const { COPPICE_METRICS_TOKEN: _, ...variables } = PRODUCTION;
    const url = `postgresql://nobody:nothing@127.0.0.1:${await closedPort()}/none`;
    const REDIS_URL = `redis://127.0.0.1:${await closedPort()}`;
    server = await startInProcess({ variables: { ...variables, REDIS_URL, DATABASE_URL: url } });
    const json = { ready: false, healthy: false, stopping: false, redis: "unavailable" };
    for (const token of [null, "null"]) expect(await readinessFor(token)).toEqual({ status: 503, json });
  });
});
