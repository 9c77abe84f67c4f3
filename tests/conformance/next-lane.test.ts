import { beforeAll, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import type { RouteDefinition } from "@/lib/http/definition";
import { comparable } from "@/tests/support/comparable-answers";
import { random } from "@/tests/support/context";
import { type Answer, ask, createTestOrganisation, type Lane, lane, nextLane, publicUrl } from "@/tests/support/lanes";
import { exchangeUntilClosed, statusesIn } from "@/tests/support/raw-connection";
import { allRoutes, fillPattern, fittingSegment } from "@/tests/support/route-promises";
import { createSignInProject, createSignInServerKey } from "@/tests/support/sign-in-lanes";

const OWN_ADDRESS = "127.0.7.1";

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

/**
 * Returns the part that both must answer alike; pages and metrics have in them the values of each request and process.
 */
function shownBy(answer: Answer) {
  const shown = comparable(answer);
  return answer.json === undefined ? { ...shown, body: answer.text.slice(0, 8) } : shown;
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
    const request = {
      from: OWN_ADDRESS,
      ...(key === undefined ? {} : { key }),
      ...(definition.body ? { body: {} } : {}),
    };
    const [expected, answer] = [await ask(lane, method, path, request), await ask(next, method, path, request)];
    expect(shownBy(answer)).toEqual(shownBy(expected));
    expect(answer.status).not.toBe(500);
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
