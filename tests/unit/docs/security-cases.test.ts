import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROW = /^\| ([A-Z]{2}-\d{2}) \| .+ \| (.+) \|$/gm;

const rows = [...readFileSync("docs/security.md", "utf8").matchAll(ROW)].map(([, id = "", where = ""]) => ({
  id,
  files: [...where.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = ""]) => file),
}));

it("the table of cases names every one of the dashboard", () => {
  const cases = ["AD-01", "AD-02", "AD-03", "HP-01", "TI-05", "TI-06", "TI-07", "TI-08", "TI-09", "TI-10"];
  expect(rows.map(({ id }) => id)).toEqual(cases);
  // Nobody can act as somebody else, so there is nothing to try.
  expect(rows.filter(({ files }) => files.length === 0).map(({ id }) => id)).toEqual(["AD-03"]);
});

it.each(rows.flatMap(({ id, files }) => files.map((file) => [id, file])))("%s has a test in %s", (id, file) => {
  expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^\\s*(it|test|describe)[^\\n]*\\(\\s*["'\`]${id}: `, "m"));
});
