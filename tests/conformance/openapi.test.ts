import { describe, expect, it } from "vitest";
import { routes } from "@/app/route-table";
import { ERRORS } from "@/lib/core/error-table";
import { errorCodes } from "@/lib/http/definition";
import { describeApi, isDescribed } from "@/lib/http/openapi/describe-api";
import { ask, lane, publicUrl } from "@/tests/support/lanes";
import { allRoutes, fillPattern } from "@/tests/support/route-promises";

const describedRoutes = allRoutes.filter(({ pattern, definition }) => isDescribed(pattern, definition));

describe("/openapi.json", () => {
  it("is the document that tests/unit/http/openapi.test.ts lints, with the service's own origin", async () => {
    const { json } = await ask(lane, "GET", "/openapi.json");
    expect(json).toEqual(JSON.parse(JSON.stringify(describeApi(routes, publicUrl))));
  });

  it("has every method of every route that programs call, and nothing else, each with an id of its own", async () => {
    const { json } = await ask(lane, "GET", "/openapi.json");
    const documented = Object.entries<Record<string, { operationId: string }>>(json.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const served = describedRoutes.map(
      ({ method, pattern, definition }) =>
        `${method} ${fillPattern(pattern, (name) => `{${name}}`)} ${definition.operationId}`,
    );
    expect(documented.sort()).toEqual(served.sort());
    expect(new Set(allRoutes.map(({ definition }) => definition.operationId)).size).toBe(allRoutes.length);
  });

  it.each(describedRoutes.filter(({ definition }) => !definition.signIn))(
    "declares each error of $method $pattern with an example, and its security",
    async (route) => {
      const { method, pattern, definition } = route;
      const { json } = await ask(lane, "GET", "/openapi.json");
      const operation = json.paths[fillPattern(pattern, (name) => `{${name}}`)][method.toLowerCase()];
      for (const code of errorCodes(definition, method)) {
        const { status } = ERRORS[code];
        const example = operation.responses[status]?.content["application/json"].examples?.[code]?.value;
        expect(example, `${status} ${code}`).toMatchObject({
          error: { code, docsUrl: `${publicUrl}/docs/errors#${code}` },
        });
      }
      const own = definition.auth === "none" ? [] : [{ [definition.auth]: [] }];
      const ofUsers = definition.takesUsers ? [{ "user-token": [] }, { "public-key": [] }] : [];
      const ofOperators = definition.toldOfMetricsToken ? [{}, { "metrics-token": [] }] : [];
      expect(operation.security).toEqual([...own, ...ofUsers, ...ofOperators]);
      const parameters = (operation.parameters ?? []).map(({ name }: { name: string }) => name);
      for (const name of Object.keys(definition.params ?? {})) expect(parameters).toContain(name);
      expect(operation.requestBody !== undefined).toBe(Boolean(definition.body ?? definition.rawBody));
    },
  );

  it("gives examples that fit the shapes they are examples of", async () => {
    const { json } = await ask(lane, "GET", "/openapi.json");
    let checked = 0;
    for (const { method, pattern, definition } of describedRoutes) {
      const operation = json.paths[fillPattern(pattern, (name) => `{${name}}`)][method.toLowerCase()];
      for (const [status, shape] of Object.entries(definition.reply)) {
        if (!("safeParse" in shape)) continue;
        expect(shape.parse(operation.responses[status].content["application/json"].example)).toBeDefined();
        checked += 1;
      }
      if (definition.body) {
        const [content] = Object.values<{ example: unknown }>(operation.requestBody.content);
        expect(definition.body.parse(content?.example)).toBeDefined();
      }
    }
    expect(checked).toBeGreaterThanOrEqual(8);
  });
});
