import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * The faults that were found from outside, by area and weight (critical, high, medium, low): attacks, sign-in, SQL,
 * services, dashboard and operation. `AT-C2` is the second critical one of the first area.
 */
const FOUND = {
  AT: { C: 2, H: 6, M: 1, L: 3 },
  SI: { H: 1, M: 4, L: 14 },
  SQ: { C: 1, H: 4, M: 5, L: 11 },
  SV: { C: 3, H: 5, M: 16 },
  DA: { H: 3, M: 11, L: 15 },
  OP: { C: 1, H: 5, M: 10, L: 9 },
};

/** Those that no test shows, each with its subject and the reason. */
const UNTESTED: Record<string, string> = {
  "OP-M10": "the order in which several machines are upgraded, which docs/guides/production.md says",
};

const ids = Object.entries(FOUND).flatMap(([area, weights]) =>
  Object.entries(weights).flatMap(([weight, count]) =>
    Array.from({ length: count }, (_, index) => `${area}-${weight}${index + 1}`),
  ),
);

/** The first argument of a call, where it's a string: the titles of tests are among them. */
const TITLE = /\(\s*(["'`])((?:(?!\1)[^\n])+)\1/g;

const titled = new Set(
  globSync("tests/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(TITLE)].flatMap(
      ([, , title = ""]) => title.match(/\b[A-Z]{2}-[CHML]\d+\b/g) ?? [],
    ),
  ),
);

it("the title of a test names each fault that was found, unless none can show it", () => {
  expect(ids.filter((id) => !titled.has(id))).toEqual(Object.keys(UNTESTED));
  expect([...titled].filter((id) => !ids.includes(id))).toEqual([]);
});
