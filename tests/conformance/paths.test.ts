import { describe, expect, it } from "vitest";
import { ask, createTestOrganisation, expectRefusal, lane } from "@/tests/support/lanes";
import { askRaw } from "@/tests/support/raw-connection";
import { fillPattern, listedRoutes } from "@/tests/support/route-promises";

const UNKNOWN_ID = `db_${"0".repeat(20)}`;

describe("paths and methods", () => {
  it("a path that no route has is a 404 in the envelope, with a key and without", async () => {
    const key = await (await createTestOrganisation()).key();
    const paths = [
      "/api",
      "/keys",
      "/members",
      "/databases/",
      `/databases/${UNKNOWN_ID}/history`,
      "/storage",
      "/metrics",
    ];
    for (const path of paths) {
      for (const method of ["GET", "POST", "DELETE"]) {
        expectRefusal(await ask(lane, method, `/api/v1${path}`, { key }), "not_found");
        expectRefusal(await ask(lane, method, `/api/v1${path}`), "not_found");
      }
    }
    expectRefusal(await ask(lane, "GET", "/v1/projects/p_1/nothing"), "not_found");
  });

  it("HT-11: a method that the path does not have is a 405 whose Allow names those that it has", async () => {
    const byPattern = Map.groupBy(listedRoutes, ({ pattern }) => pattern);
    expect(byPattern.size).toBeGreaterThanOrEqual(10);
    for (const [pattern, routes] of byPattern) {
      // Pages of every origin may ask there, by a route that has no definition.
      const isForPages = pattern === "/sql" || pattern.startsWith("/api/v1/storage/");
      const has = [...routes.map(({ method }) => method), ...(isForPages ? ["OPTIONS"] : [])];
      const allowed = has.includes("GET") ? [...has, "HEAD"] : has;
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY"]) {
        if (allowed.includes(method)) continue;
        // Browsers ask before pages of an app send a request.
        if (method === "OPTIONS" && pattern.startsWith("/v1/projects/")) continue;
        const answer = await ask(
          lane,
          method,
          fillPattern(pattern, () => UNKNOWN_ID),
        );
        expectRefusal(answer, "method_not_allowed");
        expect(new Set(answer.headers.get("allow")?.split(", "))).toEqual(new Set(allowed));
      }
    }
  });

  it("no answer has CORS headers, not even to a preflight", async () => {
    const key = await (await createTestOrganisation()).key();
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    const answers = [
      await ask(lane, "OPTIONS", "/api/v1/databases", { headers }),
      await ask(lane, "GET", "/api/v1/databases", { key, headers }),
      await ask(lane, "POST", "/api/v1/databases", { headers, body: { name: "a" } }),
    ];
    for (const answer of answers) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("HEAD answers as GET does, without the body", async () => {
    const key = await (await createTestOrganisation()).key();
    const [head, get] = [
      await ask(lane, "HEAD", "/api/v1/databases", { key }),
      await ask(lane, "GET", "/api/v1/databases", { key }),
    ];
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: "" });
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect((await ask(lane, "HEAD", "/api/v1/databases")).status).toBe(401);
  });

  it("BF-08: a path written in another way is that route with its key and limit, or no route at all", async () => {
    const key = await (await createTestOrganisation()).key();
    const targets = [
      ...["/api/v1/databases/", "/api/v1//databases", "//api/v1/databases", "/api/v1/databases//", "/API/v1/databases"],
      ...["/api/v1/Databases", "/api/v1/databases;x=1", "/api/v1/%64atabases", "/api/v1/./databases"],
      ...["/api/v1/x/../databases", "/api/v1/%2e%2e/v1/databases", "/api/v1/databases%2f", "/api/v1/databases%00"],
      ...["/api%2fv1%2fdatabases", "/api/v1/databases.json", "/api\\v1\\databases", "/api/v1/databases#x"],
      ...["/_next/../api/v1/databases", "/_next/data/x/api/v1/databases.json", "/api/v1/databases?__nextDataReq=1"],
    ];
    for (const target of targets) {
      const bare = await askRaw(lane, "GET", target);
      expect(bare.status, `${target} without a key`).toBeGreaterThanOrEqual(300);
      expect(bare.body).not.toContain('"items"');
      const keyed = await askRaw(lane, "GET", target, [`Authorization: Bearer ${key}`]);
      if (keyed.status < 300) expect(keyed.headers.has("ratelimit"), `${target} is counted`).toBe(true);
      expect(keyed.status, target).toBeLessThan(500);
      expect(bare.status, target).toBeLessThan(500);
    }
  });

  it("BF-08: a method cannot be overridden, nor the proxy be talked past", async () => {
    const key = await (await createTestOrganisation()).key();
    const fields = ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"].map((name) => `${name}: DELETE`);
    const overridden = await askRaw(lane, "GET", "/api/v1/databases", [`Authorization: Bearer ${key}`, ...fields]);
    expect(overridden.status).toBe(200);
    const internal = ["x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy", "x-middleware-next: 1"];
    expect((await askRaw(lane, "GET", "/api/v1/nothing", internal)).status).toBe(404);
    expect((await askRaw(lane, "GET", "/api/v1/databases", internal)).status).toBe(401);
    expect((await askRaw(lane, "GET", "/api/v1/databases", ["rsc: 1"])).status).toBeOneOf([401, 307]);
    const rewritten = ["x-original-url: /metrics", "x-rewrite-url: /metrics", "x-invoke-path: /metrics"];
    expect((await askRaw(lane, "GET", "/api/v1/databases", rewritten)).status).toBe(401);
  });

  it("an id that was never one is a 400, however it is written", async () => {
    const key = await (await createTestOrganisation()).key();
    const ids = [
      "x",
      "db_",
      "db_ABC",
      `${UNKNOWN_ID}0`,
      `DB_${"0".repeat(20)}`,
      "%64b_",
      "db_%00",
      "..%2f..",
      "%F0%9F%8C%B3",
    ];
    for (const id of ids) {
      expectRefusal(await ask(lane, "GET", `/api/v1/databases/${id}`, { key }), "invalid_id");
    }
    const encoded = `%64b_${"0".repeat(20)}`;
    expect((await ask(lane, "GET", `/api/v1/databases/${encoded}`, { key })).status).toBeOneOf([400, 404]);
  });
});
