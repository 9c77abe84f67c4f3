import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesOf, SOURCES } from "./prose-files";

/** The verbs and prepositions after which `who` has no noun before it. */
const BEFORE_WHO =
  "about|and|are|ask|asks|at|by|find|for|from|is|knows?|lists?|names?|of|on|records?|says?|sees?|shows?|tells?|than|to|with";
const BEFORE_WHERE = "are|at|be|from|into|is|near|of|than|to|was|were";

/** Clauses that stand in for a thing or an actor without naming it; `what to do` is a question and stays. */
const FREE_RELATIVE = new RegExp(
  [
    "(?<![-\\w`'/$])what(?! to\\b)(?![-\\w:'(`/])",
    "\\b(?:who|whom|what)ever\\b",
    `\\b(?:${BEFORE_WHO}) who\\b`,
    `\\b(?:${BEFORE_WHERE}) where\\b`,
    "\\bthe ones? (?:that|who)\\b",
  ].join("|"),
  "gi",
);

const COMMENT = /^\s*(?:\{?\/\*\*?|\*|\/\/)/;
const TITLE = /(?:\b(?:describe|it|test)(?:\.\w+)*|\))\(\s*(?<title>["'`].*)/;
/** Column heads and questions of readers name nothing yet. */
const HEAD = /^(?:#.*|\| what \|)|`[^`]*`/gim;

it.each([
  ["A run keeps what it has written.", 1],
  ["A run belongs to whoever began it.", 1],
  ["The link leads back to where the page was opened.", 1],
  ["It asks who may read, and tells the one that did.", 1 + 1],
  ["The member who began a run sees the text that it wrote, and what to do.", 0],
])("in '%s' there are %i", (text, count) => {
  expect(clausesIn(text)).toBe(count);
});

it("the documentation names its things and actors", () => {
  const files = ["README.md", "CONTRIBUTING.md", ...filesOf("docs", /^docs\/(?!decisions\/).*\.md$/)];
  expect(placesIn(files, (line) => line.replace(HEAD, ""))).toEqual([]);
});

it("comments name their things and actors", () => {
  const files = SOURCES.flatMap((folder) => filesOf(folder, /\.(?:tsx?|mjs|css)$/));
  expect(placesIn([...files, "prisma/schema.prisma"], (line) => (COMMENT.test(line) ? line : ""))).toEqual([]);
});

it("titles of tests name their things and actors", () => {
  const files = filesOf("tests", /\.test\.tsx?$/).filter((file) => !/docs\/(?:openings|free-relatives)\./.test(file));
  expect(placesIn(files, (line) => TITLE.exec(line)?.groups?.title ?? "")).toEqual([]);
});

/** Returns `file:line: text` for each line with a clause in the part that `proseOf` returns of it. */
function placesIn(files: readonly string[], proseOf: (line: string) => string): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, at) => (clausesIn(proseOf(line)) > 0 ? [`${file}:${at + 1}: ${line.trim()}`] : []));
  });
}

function clausesIn(text: string): number {
  return [...text.matchAll(FREE_RELATIVE)].length;
}
