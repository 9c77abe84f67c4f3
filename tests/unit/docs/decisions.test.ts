import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const FOLDER = "docs/decisions";
const MOST_LINES = 60;

const records = readdirSync(FOLDER).filter((name) => /^\d/.test(name));

describe.each(records)("%s", (name) => {
  const text = readFileSync(`${FOLDER}/${name}`, "utf8");

  it("has its number in its title, and the four headings", () => {
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)}: \\S`));
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Context", "Decision", "Consequences", "Status"]);
  });

  it(`has at most ${MOST_LINES} lines`, () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  });
});

it("no two records have one number", () => {
  const numbers = records.map((name) => name.slice(0, 3));
  expect(numbers).toEqual([...new Set(numbers)]);
});
