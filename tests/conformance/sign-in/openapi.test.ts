import { expect, it } from "vitest";
import { signInErrorCodes, signInErrorStatus } from "@/lib/http/definition";
import { isDescribed } from "@/lib/http/openapi/describe-api";
import { ask, lane } from "@/tests/support/lanes";
import { signInRoutes } from "@/tests/support/route-promises";

it.each(signInRoutes.filter(({ pattern, definition }) => isDescribed(pattern, definition)))(
  "the API document declares each error of $method $pattern, and what it must carry",
  async (route) => {
    const { method, pattern, definition } = route;
    const { json } = await ask(lane, "GET", "/openapi.json");
    const operation = json.paths[pattern.replace(/:(\w+)(\{\.\+\})?/g, "{$1}")][method.toLowerCase()];
    for (const code of signInErrorCodes(definition, method)) {
      const status = signInErrorStatus(definition, code);
      expect(operation.responses[status].content["application/json"].examples[code].value).toMatchObject({ code });
    }
    const [security = {}] = operation.security;
    expect("project-header" in security).toBe(definition.auth !== "project-path");
    expect("public-key" in security).toBe(definition.auth === "public-key");
    expect("session" in security).toBe(definition.signIn?.session === "required");
    expect(operation.requestBody !== undefined).toBe(definition.body !== undefined);
  },
);
