import { expect, test } from "vitest";
import { RoutePatterns } from "@/lib/http/lanes/route-patterns";

const patterns = ["/v1/users/:userId", "/v1/users/import", "/v1/users/:userId/files/:key{.+}", "/docs/a.b/:slug"];
const routes = new RoutePatterns(patterns.map((pattern) => ({ pattern })));

const find = (path: string) => {
  const found = routes.find(path);
  return found && [found.route.pattern, found.params()];
};

test("a path without a varying part comes before one with", () => {
  expect(find("/v1/users/import")).toEqual(["/v1/users/import", {}]);
  expect(find("/v1/users/imports")).toEqual(["/v1/users/:userId", { userId: "imports" }]);
});

test("the parts are decoded where they are text, the rest of a path as a whole", () => {
  expect(find("/v1/users/a%20b/files/c/d%2Fe")).toEqual([
    "/v1/users/:userId/files/:key{.+}",
    { userId: "a b", key: "c/d/e" },
  ]);
  expect(find("/v1/users/%ff")).toEqual(["/v1/users/:userId", { userId: "%ff" }]);
});

test("a dot stands for itself, and other paths have no route", () => {
  expect(find("/docs/a.b/c")).toEqual(["/docs/a.b/:slug", { slug: "c" }]);
  expect(find("/docs/axb/c")).toBeUndefined();
  expect(find("/v1/users/")).toBeUndefined();
  expect(find("/v1/users/a/b")).toBeUndefined();
});
