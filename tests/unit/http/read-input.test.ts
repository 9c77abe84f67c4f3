import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readInput } from "@/lib/http/api/read-input";
import type { RouteDefinition } from "@/lib/http/definition";
import { describeApi } from "@/lib/http/openapi/describe-api";

const ADDRESS = "https://coppice.example/v1/things/p_4k9x2m7q1w8e5r3t6y0u";
const PARAMS = { projectId: "p_4k9x2m7q1w8e5r3t6y0u" };

const definition: RouteDefinition = {
  ...{ operationId: "putThing", summary: "Put a thing", tag: "service", auth: "none" },
  params: { projectId: "project" },
  rawBody: { contentType: "*/*", description: "The bytes of the thing." },
  maxBytes: 1_024,
  reply: { 200: z.object({ ok: z.boolean() }) },
};

function read(of: RouteDefinition, bytes: Uint8Array, query = "") {
  const headers = { "Content-Type": "image/png", "If-Match": '"a"' };
  return readInput(of, new Request(`${ADDRESS}${query}`, { headers }), PARAMS, bytes);
}

describe("a route that asks for the raw body", () => {
  it("gives the verb the bytes as they came, with the headers and the path", () => {
    for (const bytes of [new Uint8Array(), new TextEncoder().encode(' {"a" : 1}\r\n'), Uint8Array.of(0, 255, 10)]) {
      const input = read(definition, bytes);
      expect(input).toMatchObject(PARAMS);
      expect(input.rawBody).toBe(bytes);
      expect((input.headers as Headers).get("if-match")).toBe('"a"');
    }
  });

  it("still checks the path and the query", () => {
    expect(() => readInput(definition, new Request(ADDRESS), { projectId: "x" }, new Uint8Array())).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
    expect(() => read(definition, new Uint8Array(), "?a=1")).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });

  it("says so in the API reference", () => {
    const module = { PUT: Object.assign(() => Promise.resolve(new Response()), { definition }) };
    const document = describeApi([{ pattern: "/v1/things/:projectId", methods: ["PUT"], module }], ADDRESS);
    expect(document).toMatchObject({
      paths: {
        "/v1/things/{projectId}": {
          put: { requestBody: { required: true, description: "The bytes of the thing.", content: { "*/*": {} } } },
        },
      },
    });
  });
});

it("a route without a body refuses one", () => {
  const { rawBody: _, ...without } = definition;
  const bytes = new TextEncoder().encode("x");
  expect(() => read(without, bytes)).toThrow(expect.objectContaining({ code: "invalid_request" }));
});
