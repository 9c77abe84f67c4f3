import { beforeAll, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import type { RouteDefinition } from "@/lib/http/definition";
import { comparable } from "@/tests/support/comparable-answers";
import { random } from "@/tests/support/context";
import { type Answer, ask, createTestOrganisation, type Lane, lane, nextLane, publicUrl } from "@/tests/support/lanes";
import { askRaw, exchangeUntilClosed, statusesIn } from "@/tests/support/raw-connection";
import { allRoutes, fillPattern, fittingSegment } from "@/tests/support/route-promises";
import { createSignInProject, createSignInServerKey } from "@/tests/support/sign-in-lanes";

let next: Lane;
let projectId: string;
const keys: Partial<Record<RouteDefinition["auth"], string>> = {};

beforeAll(async () => {
  next = await nextLane();
  const project = await createSignInProject();
  projectId = project.id;
  keys["management-key"] = await (await createTestOrganisation()).key();
  keys["server-key"] = await createSignInServerKey(project);
});

/** What both must say alike; pages and metrics have in them what each request and process is given. */
function shownBy(answer: Answer) {
  const shown = comparable(answer);
  return answer.json === undefined ? { ...shown, body: answer.text.slice(0, 8) } : shown;
}

function bentAnswer(answer: Awaited<ReturnType<typeof askRaw>> | undefined) {
  const isJson = answer?.headers.get("content-type")?.includes("json");
  const { error, ...body } = isJson ? JSON.parse(answer?.body ?? "") : {};
  return { status: answer?.status, code: error?.code ?? body.code, allow: answer?.headers.get("allow") ?? null };
}

describe("Next's pipeline", () => {
  it.each(allRoutes)("answers $method $pattern as the service does", async ({ method, pattern, definition }) => {
    const ids = new Map<string, string>();
    const path = fillPattern(pattern, (name) => {
      if (name === "projectId") return projectId;
      const id = ids.get(name) ?? fittingSegment(definition.params?.[name], (kind) => createId(kind, random));
      ids.set(name, id);
      return id;
    });
    const key = keys[definition.auth];
    const request = { ...(key === undefined ? {} : { key }), ...(definition.body ? { body: {} } : {}) };
    const [expected, answer] = [await ask(lane, method, path, request), await ask(next, method, path, request)];
    expect(shownBy(answer)).toEqual(shownBy(expected));
    expect(answer.status).not.toBe(500);
  });

  it.each([
    "/api/v1/x/../databases",
    "/api/v1/%2E%2E/v1/databases",
    "/api/v1/databases/.",
    "/api\\v1\\databases",
    "//api/v1/databases",
    "/api/v1/storage/bucket/a/%2E%2E/b",
    "/v1/projects/{project}/storage/buckets/bucket/objects/a/%2e./b",
    "/v1/auth-tenant/x/%2E%2E/get-session",
    "/scim/v2/x/../Users",
    "/dashboard/%2E%2E/api/v1/databases",
    "/docs/../ready",
    "/auth/x/%2E%2E/%2E%2E/ready",
    "/%2E%2E/ready",
  ])("answers the path %s, of which a URL makes another, as the service does", async (path) => {
    for (const method of ["GET", "PUT", "OPTIONS"]) {
      const [expected, answer] = await Promise.all(
        [lane, next].map((each) => askRaw(each, method, path.replace("{project}", projectId))),
      );
      expect(bentAnswer(answer), method).toEqual(bentAnswer(expected));
      expect(expected?.status, method).not.toBe(200);
    }
  });

  it.each(["TRACE /api/v1/databases", "TRACE /", "CONNECT example.com:443"])(
    "HT-11: does nothing for %s",
    async (line) => {
      const host = new URL(publicUrl).host;
      const bytes = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nX-Reflect: canary\r\n\r\n`;
      const received = await exchangeUntilClosed(next.baseUrl, bytes);
      expect(received).not.toContain("canary");
      for (const status of statusesIn(received)) expect(status).toBeGreaterThanOrEqual(400);
    },
  );
});
