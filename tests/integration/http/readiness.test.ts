import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSecretText } from "@/lib/core/crypto/secret-text";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext, random } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { insertHost } from "@/tests/support/rows";

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
  it("is 200 when all that is configured answers", async () => {
    const { status, json } = await readiness({ DATABASE_URL: await newControlUrl() });
    expect({ status, json }).toEqual({
      status: 200,
      json: { ready: true, controlPlane: "ok", hosts: [], redis: null },
    });
  });

  it("is 503 while the control plane does not answer, and so are the routes that need it", async () => {
    const url = `postgresql://nobody:nothing@127.0.0.1:${await closedPort()}/none`;
    const { status, json, cache } = await readiness({ DATABASE_URL: url });
    expect({ status, json, cache }).toEqual({
      status: 503,
      json: { ready: false, controlPlane: "unavailable", hosts: [], redis: null },
      cache: "no-store",
    });
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

  it("is 503 while a host does not answer, and names it", async () => {
    const databaseUrl = await newControlUrl();
    server = await startInProcess({ variables: { DATABASE_URL: databaseUrl } });
    const ctx = { ...(await makeContext()), db: server.runtime.db };
    const down = `postgresql://provisioner:unused@127.0.0.1:${await closedPort()}/postgres`;
    const { id, name } = await insertHost(ctx, { provisionerUrl: down });
    const response = await fetch(`${server.baseUrl}/ready`);
    expect({ status: response.status, json: await response.json() }).toEqual({
      status: 503,
      json: { ready: false, controlPlane: "ok", hosts: [{ id, name, state: "unavailable" }], redis: null },
    });
  });

  it("is 503 while a configured Redis does not answer", async () => {
    const { status, json } = await readiness({
      DATABASE_URL: await newControlUrl(),
      REDIS_URL: `redis://127.0.0.1:${await closedPort()}`,
    });
    expect({ status, json }).toMatchObject({ status: 503, json: { ready: false, redis: "unavailable" } });
  });
});
