import { describe, expect, it } from "vitest";
import { routeMethods } from "@/app/route-methods";
import { routes } from "@/app/route-table";
import { RouteRefusals } from "@/lib/http/lanes/route-refusal";

const refusals = new RouteRefusals(routeMethods);
const UNKNOWN_ID = `db_${"0".repeat(20)}`;
const sampleOf = (pattern: string) => pattern.replace(/:\w+(\{\.\+\})?/g, UNKNOWN_ID);

const matches = (pattern: string, path: string) =>
  pattern.split("/").length === path.split("/").length &&
  pattern.split("/").every((part, i) => part.startsWith(":") || part === path.split("/")[i]);

async function refusalOf(method: string, pathname: string) {
  const response = refusals.refuse(method, pathname, () => "req_test", "https://coppice.example");
  if (!response) return null;
  const text = await response.text();
  const body = text === "" ? null : (JSON.parse(text) as { error?: { code: string }; code?: string });
  // SCIM has errors of its own form, with the same codes.
  const code = (pathname.startsWith("/scim/") ? body?.code : body?.error?.code) ?? null;
  return { status: response.status, code, allow: response.headers.get("allow") };
}

/** The sign-in wire says 404 without a body, to an unknown path and to another method alike. */
const isSignIn = (pathname: string) => pathname.startsWith("/v1/auth-tenant/");
const NOTHING_THERE = { status: 404, code: null, allow: null };

describe("requests that no route answers", () => {
  it("both generated tables say the same", () => {
    expect(routes.map(({ pattern, methods }) => ({ pattern, methods }))).toEqual(routeMethods);
  });

  it.each(routeMethods)(
    "$pattern is left to its route for the methods it has, and refused for others",
    async (route) => {
      const path = sampleOf(route.pattern);
      expect(refusals.owns(path)).toBe(true);
      const allowed = route.methods.includes("GET") ? [...route.methods, "HEAD"] : route.methods;
      for (const method of allowed) expect(await refusalOf(method, path)).toBeNull();
      for (const method of ["PUT", "PATCH", "OPTIONS", "TRACE", "get", ""].filter((each) => !allowed.includes(each))) {
        const refused = { status: 405, code: "method_not_allowed", allow: allowed.join(", ") };
        expect(await refusalOf(method, path)).toEqual(isSignIn(path) ? NOTHING_THERE : refused);
      }
    },
  );

  it.each(routeMethods)("$pattern matches nothing longer, shorter or otherwise written", async ({ pattern }) => {
    const path = sampleOf(pattern);
    for (const near of [`${path}/`, `${path}x/y`, `/x${path}`, path.slice(0, -1), path.toUpperCase(), `${path}\n`]) {
      const own = routeMethods.some((other) => matches(other.pattern, near));
      const refusal = await refusalOf("GET", near);
      const isNamed = /\/:\w+(\{\.\+\})?$/.test(pattern);
      if (own || isNamed) continue;
      if (isSignIn(near)) {
        expect(refusal, near).toEqual(NOTHING_THERE);
        continue;
      }
      expect(refusal === null ? refusals.owns(near) : refusal.code, near).toBe(refusal === null ? false : "not_found");
    }
  });

  it("a name stands for one segment that is not empty", async () => {
    expect(await refusalOf("GET", "/api/v1/databases/")).toMatchObject({ code: "not_found" });
    expect(await refusalOf("GET", "/api/v1/databases/a/b")).toMatchObject({ code: "not_found" });
    expect(await refusalOf("GET", "/api/v1/databases/anything")).toBeNull();
  });

  it("a rest stands for segments, of which there is at least one", () => {
    expect(refusals.owns("/docs/markdown/users")).toBe(true);
    expect(refusals.owns("/docs/markdown/guides/sign-in-next")).toBe(true);
    expect(refusals.owns("/docs/markdown/")).toBe(false);
  });

  it("a dot in a path is a dot", async () => {
    expect(refusals.owns("/openapi.json")).toBe(true);
    expect(refusals.owns("/openapixjson")).toBe(false);
    expect(refusals.owns("/xwell-known/securityxtxt")).toBe(false);
  });

  it("below /api and /v1 everything is the API's, and elsewhere a page may answer", async () => {
    for (const path of ["/api/", "/api/v1", "/api/v1/keys", "/v1/projects", "/v1/"]) {
      expect(await refusalOf("GET", path)).toMatchObject({ status: 404, code: "not_found" });
    }
    for (const path of ["/", "/docs", "/dashboard", "/apiary", "/v1x", "/info/x"]) {
      expect(refusals.owns(path)).toBe(false);
      expect(await refusalOf("GET", path)).toBeNull();
    }
  });

  it("takes a path that could make a pattern slow no longer than another", () => {
    const before = process.cpuUsage();
    for (let i = 0; i < 100; i++) refusals.owns(`/api/v1/databases/${"a/".repeat(4_000)}`);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });
});
