import { describe, expect, it } from "vitest";
import { RATE_LIMITS } from "@/lib/core/rate-limits";
import { type Answer, ask, createTestOrganisation, expectRefusal, lane } from "@/tests/support/lanes";
import { fillPattern, listedRoutes } from "@/tests/support/route-promises";
import { createSignInProject, createSignInServerKey } from "@/tests/support/sign-in-lanes";

const UNKNOWN_ID = `db_${"0".repeat(20)}`;

const limited = listedRoutes.flatMap(({ method, pattern, definition }) =>
  definition.resource ? [{ method, path: fillPattern(pattern, () => UNKNOWN_ID), resource: definition.resource }] : [],
);

function stateOf(answer: Answer) {
  const [, resource, remaining, reset] =
    /^"([\w-]+)";r=(\d+);t=(\d+)$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
  return { resource, remaining: Number(remaining), reset: Number(reset) };
}

describe("rate limits", () => {
  it("count 20 requests in 60 s, say how many are left, and refuse the 21st with when to come back", async () => {
    const key = await (await createTestOrganisation()).key();
    for (let left = 19; left >= 0; left--) {
      const answer = await ask(lane, "GET", "/api/v1/databases", { key });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("ratelimit-policy")).toBe('"databases";q=20;w=60');
      expect(stateOf(answer)).toMatchObject({ resource: "databases", remaining: left });
    }
    const refused = await ask(lane, "GET", "/api/v1/databases", { key });
    expectRefusal(refused, "rate_limited");
    expect(refused.headers.get("ratelimit-policy")).toBe('"databases";q=20;w=60');
    const { remaining, reset } = stateOf(refused);
    expect(remaining).toBe(0);
    expect(Number(refused.headers.get("retry-after"))).toBe(reset);
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
  });

  it("let at most 20 of 60 simultaneous requests pass", async () => {
    const key = await (await createTestOrganisation()).key();
    const path = `/api/v1/databases/${UNKNOWN_ID}/branches`;
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(lane, "GET", path, { key })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  it("count each key and each resource by itself, all methods and ids of a resource together", async () => {
    const organisation = await createTestOrganisation();
    const [key, other] = [await organisation.key(), await organisation.key()];
    // SCIM answers in a form of its own, and its tests hold its limit.
    const described = Object.keys(RATE_LIMITS).filter((name) => name !== "scim");
    expect(new Set(limited.map(({ resource }) => resource))).toEqual(new Set(described));
    const ofManagementKeys = ["databases", "branches", "connection-string", "rotate-credential"] as const;
    for (const name of ofManagementKeys) {
      const { limit } = RATE_LIMITS[name];
      const routes = limited.filter(({ resource }) => resource === name);
      for (let i = 0; i <= limit; i++) {
        const { method, path } = routes[i % routes.length] ?? { method: "", path: "" };
        const answer = await ask(lane, method, path, { key });
        expect(stateOf(answer)).toMatchObject({ resource: name, remaining: Math.max(0, limit - 1 - i) });
        expect(answer.status === 429).toBe(i === limit);
      }
      for (const { method, path } of routes) {
        expect((await ask(lane, method, path, { key })).status).toBe(429);
        expect((await ask(lane, method, path, { key: other })).status).not.toBe(429);
      }
    }
  });

  it("count refused requests too, and keys that do not exist not at all", async () => {
    const key = await (await createTestOrganisation()).key();
    for (let i = 0; i < 20; i++) {
      expect((await ask(lane, "POST", "/api/v1/databases", { key, body: "{" })).status).toBe(400);
    }
    expectRefusal(await ask(lane, "POST", "/api/v1/databases", { key, body: "{" }), "rate_limited");
    const unknown = await ask(lane, "GET", "/api/v1/databases", { key: "nobody" });
    expectRefusal(unknown, "unauthorized");
    expect(unknown.headers.has("ratelimit")).toBe(false);
  });
});

it("the routes for users count 600 requests in 60 s of a server key, all of them together", async () => {
  const project = await createSignInProject();
  const key = await createSignInServerKey(project, "read");
  const list = `/v1/projects/${project.id}/users`;
  const paths = [`${list}?limit=1`, `${list}/usr_${"0".repeat(20)}`, `${list}/usr_${"0".repeat(20)}/sessions`];
  for (let sent = 0; sent < 600; sent += 60) {
    await Promise.all(Array.from({ length: 60 }, (_, i) => ask(lane, "GET", paths[i % 3] ?? "", { key })));
  }
  for (const path of paths) expectRefusal(await ask(lane, "GET", path, { key }), "rate_limited");
  expect((await ask(lane, "GET", list, { key: await createSignInServerKey(project, "read") })).status).toBe(200);
});
