import { expect, test } from "vitest";
import { decide } from "@/lib/services/storage/policy/decide";
import type { Rule } from "@/lib/services/storage/policy/rules";

const rule = (prefix: string): Rule => ({ prefix, allow: ["read", "list"], to: "signed-in" });

function isAllowed(prefix: string, sub: string, key: string): boolean {
  return decide({ policy: [rule(prefix)], isPublic: false }, { action: "read", key, claims: { sub } }).allowed;
}

test.each([
  ["users/{sub}/", "a_b", "users/a_b/1", "users/axb/1"],
  ["users/{sub}/", "a%", "users/a%/1", "users/ab/1"],
  ["users/{sub}/", "a.b", "users/a.b/1", "users/a-b/1"],
  ["users/{sub}/", "$&", "users/$&/1", "users/{sub}/1"],
  ["a_b/", "ada", "a_b/1", "axb/1"],
  ["a\\_b/", "ada", "a\\_b/1", "a_b/1"],
  ["Foo/", "ada", "Foo/1", "foo/1"],
])("5.7: the prefix %j of the user %j fits %j by its letters, and not %j", (prefix, sub, own, other) => {
  expect([isAllowed(prefix, sub, own), isAllowed(prefix, sub, other)]).toEqual([true, false]);
});

test("5.7: a prefix of one user is none of another whose id begins so", () => {
  expect(isAllowed("users/{sub}", "a", "users/ab/1")).toBe(true);
  expect(isAllowed("users/{sub}/", "a", "users/ab/1")).toBe(false);
});
