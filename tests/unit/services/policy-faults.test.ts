import { expect, test } from "vitest";
import { checkRules } from "@/lib/services/storage/policy/faults";

const good = { prefix: "users/{sub}/", allow: ["read", "create"], to: "signed-in", maxBytes: 1_024 };

test("rules that are all valid are a policy", () => {
  expect(checkRules([good, { prefix: "", allow: [], to: "claim:role=editor" }])).toEqual({
    policy: [good, { prefix: "", allow: [], to: "claim:role=editor" }],
  });
});

test.each([
  ["prefix", { ...good, prefix: "/users" }],
  ["prefix", { ...good, prefix: "a/../b" }],
  ["allow", { ...good, allow: ["write"] }],
  ["to", { ...good, to: "claim:=" }],
  ["to", { ...good, to: "everybody" }],
  ["maxBytes", { ...good, maxBytes: "large" }],
  ["maxBytes", { ...good, maxBytes: -1 }],
])("a wrong %s is found in its rule", (field, rule) => {
  const faults = [{ rule: 1, field, message: expect.stringMatching(/^[A-Z].+\.$/) }];
  expect(checkRules([good, rule])).toEqual({ faults });
});

test("each wrong field of a rule is named once", () => {
  const checked = checkRules([{ ...good, prefix: "//", allow: ["write", "walk"], to: "nobody" }]);
  expect("faults" in checked && checked.faults.map(({ field }) => field).sort()).toEqual(["allow", "prefix", "to"]);
});
