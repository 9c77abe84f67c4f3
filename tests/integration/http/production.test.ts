import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "@/lib/people/api-keys/create";
import { createOrganisation, makeContext } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { reachRoute } from "@/tests/support/reach-route";
import { listedRoutes } from "@/tests/support/route-promises";

const METRICS_TOKEN = "metrics-token-of-the-operator";
let server: InProcessServer;
let key: string;

beforeAll(async () => {
  server = await startInProcess({
    variables: {
      COPPICE_ENV: "production",
      COPPICE_URL: "https://coppice.example",
      COPPICE_CONTENT_URL: "https://content.example",
      REDIS_URL: "redis://127.0.0.1:1",
      SMTP_URL: "smtp://127.0.0.1",
      CLIENT_ADDRESS_HEADER: "X-Client-Address",
      COPPICE_METRICS_TOKEN: METRICS_TOKEN,
    },
  });
  const { id: organisationId, member } = await createOrganisation();
  const ctx = { ...(await makeContext()), clock: { now: () => new Date() } };
  const input = { organisationId, memberId: member.developer.id, name: "k", databaseId: null, readOnly: false };
  key = (await createKey(ctx, { ...input, expiresAt: null })).secret;
});

afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(server.baseUrl + path, { method, headers });

describe("in production", () => {
  it.each(listedRoutes.filter(({ definition }) => definition.resource))(
    "$method $pattern is refused without the ingress proxy's header",
    async (route) => {
      const reached = await reachRoute(route);
      const response = await ask(reached.path, { Authorization: `Bearer ${reached.key}` }, route.method);
      const { error } = (await response.json()) as { error: { code: string } };
      expect({ status: response.status, code: error.code }).toEqual({ status: 403, code: "origin_direct_rejected" });
    },
  );

  it("a request that came through the proxy is served, and other headers do not stand in for its own", async () => {
    const Authorization = `Bearer ${key}`;
    expect((await ask("/api/v1/databases", { Authorization, "X-Client-Address": "192.0.2.9" })).status).toBe(200);
    const forged = { "X-Forwarded-For": "192.0.2.9", Forwarded: "for=192.0.2.9", "X-Real-IP": "192.0.2.9" };
    expect((await ask("/api/v1/databases", { Authorization, ...forged })).status).toBe(403);
  });

  it("BF-06: an address that the client made up before the proxy's own counts for nothing", async () => {
    const Authorization = `Bearer ${key}`;
    const statusFor = async (value: string) =>
      (await ask("/api/v1/databases", { Authorization, "X-Client-Address": value })).status;
    expect(await statusFor(`${"x,".padEnd(51)}198.51.100.20, 192.0.2.9`)).toBe(200);
    expect(await statusFor("192.0.2.9, unknown")).toBe(403);
    expect(await statusFor(`192.0.2.9, ${"a".repeat(1_000)}`)).toBe(403);
  });

  it("a missing key is still the first thing that is refused", async () => {
    expect((await ask("/api/v1/databases")).status).toBe(401);
  });

  it("/metrics needs the operator's bearer token", async () => {
    for (const value of ["", "Bearer wrong", METRICS_TOKEN]) {
      const response = await ask("/metrics", value === "" ? {} : { Authorization: value });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await ask("/metrics", { Authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await ask("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200);
  });
});
