import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ask, lane, publicUrl } from "@/tests/support/lanes";

describe("the status routes", () => {
  it("/info names the service and its build, and its uptime moves on: it is not prerendered", async () => {
    const first = await ask(lane, "GET", "/info");
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      service: "Coppice",
      version: JSON.parse(readFileSync("package.json", "utf8")).version,
      buildSha: expect.stringMatching(/^\w+$/),
      uptimeSeconds: expect.any(Number),
      buildTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      clientAddress: "127.0.0.1",
    });
    expect(first.headers.get("cache-control")).toBe("no-store");
    const later = async () => (await ask(lane, "GET", "/info")).json.uptimeSeconds;
    await expect.poll(later, { interval: 100 }).toBeGreaterThan(first.json.uptimeSeconds);
  });

  it("/ready is 200 with every dependency named", async () => {
    const answer = await ask(lane, "GET", "/ready");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ...{ ready: true, healthy: true, stopping: false, missing: [] },
      ...{ controlPlane: "ok", redis: null, functions: null, backups: null, localWindow: null },
      hosts: [{ id: expect.stringMatching(/^host_/), name: "lanes", state: "ok" }],
      roles: expect.objectContaining({ web: "running", worker: "running" }),
    });
  });

  it("/metrics is open in development, and counts requests by operation and never by path or key", async () => {
    await ask(lane, "GET", `/api/v1/databases/db_${"0".repeat(20)}`, { key: "nobody" });
    const answer = await ask(lane, "GET", "/metrics");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.text).toMatch(/coppice_http_requests_total\{operation="getDatabase",method="GET",status="401"\} \d+/);
    expect(answer.text).toContain("process_resident_memory_bytes");
    expect(answer.text).not.toMatch(/db_0000|mk_coppice/);
  });

  it("security.txt has a contact, is canonical, and expires within a year (RFC 9116)", async () => {
    const answer = await ask(lane, "GET", "/.well-known/security.txt");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const fields = answer.text
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]);
    const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
    expect(valuesOf("Contact")).toEqual([`${publicUrl}/docs/security`]);
    expect(valuesOf("Canonical")).toEqual([`${publicUrl}/.well-known/security.txt`]);
    const [expires, ...more] = valuesOf("Expires");
    expect(more).toEqual([]);
    const days = (Date.parse(expires ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });
});

describe("the client packages", () => {
  const list = async () => (await ask(lane, "GET", "/packages")).json.items;

  it("are listed with their addresses and their integrity", async () => {
    const listed = [
      ["auth", "client"],
      ["storage", "storage"],
      ["realtime", "realtime"],
      ["functions", "functions"],
    ].map(([name, folder]) => {
      const { version } = JSON.parse(readFileSync(`packages/${folder}/package.json`, "utf8"));
      return {
        ...{ name: `@coppice/${name}`, version, url: `${publicUrl}/packages/coppice-${name}.tgz` },
        versionUrl: `${publicUrl}/packages/coppice-${name}-${version}.tgz`,
        integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      };
    });
    expect(await list()).toEqual(listed);
  });

  it.each([0, 1, 2, 3])("are served by a current and a versioned name, and not sent again: %i", async (place) => {
    const { url, versionUrl, integrity } = (await list())[place];
    for (const address of [url, versionUrl]) {
      const { pathname } = new URL(address);
      const served = await fetch(lane.baseUrl + pathname);
      expect(served.status).toBe(200);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": "application/gzip",
        "cache-control": "public, no-cache",
        etag: `"${integrity}"`,
        "x-content-type-options": "nosniff",
      });
      const digest = createHash("sha512")
        .update(await served.bytes())
        .digest("base64");
      expect(`sha512-${digest}`).toBe(integrity);
      const again = await ask(lane, "GET", pathname, { headers: { "If-None-Match": `"other", W/"${integrity}"` } });
      expect(again).toMatchObject({ status: 304, text: "" });
      expect(again.headers.get("etag")).toBe(`"${integrity}"`);
    }
  });

  it.each(["coppice-auth-9.9.9.tgz", "packages.json", "..%2Fserver.js", "%2e%2e%2fbuild.json"])(
    "have no file %s",
    async (file) => {
      const answer = await ask(lane, "GET", `/packages/${file}`);
      expect(answer).toMatchObject({ status: 404, json: { error: { code: "not_found" } } });
    },
  );
});

describe("HT-13: security header fields", () => {
  it.each([
    ["a success", "GET", "/info", 200],
    ["a 401", "GET", "/api/v1/databases", 401],
    ["a 404", "GET", "/api/v1/nothing", 404],
    ["a 405", "PUT", "/api/v1/databases", 405],
    ["text", "GET", "/.well-known/security.txt", 200],
    ["metrics", "GET", "/metrics", 200],
    ["the OpenAPI document", "GET", "/openapi.json", 200],
    ["readiness", "GET", "/ready", 200],
  ])("are on %s", async (_title, method, path, status) => {
    const answer = await ask(lane, method, path);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    expect(answer.headers.get("content-type")).toMatch(/charset=utf-8$/i);
    for (const name of ["x-powered-by", "server", "set-cookie"]) expect(answer.headers.has(name)).toBe(false);
  });
});
