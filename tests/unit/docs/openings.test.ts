import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { filesOf, SOURCES } from "./prose-files";

/** The words that open a sentence in place of its noun: the thing or the actor. */
const HEADLESS = "(?:What|Where|Who|Whose|Whom|How|(?:What|Where|Who|How)ever)\\b";
const COMMENT = new RegExp(`^\\s*(?:\\{?/\\*\\*?|\\*|//)(?: | .*[.!?:] )${HEADLESS}.*`, "gm");
const TITLE = new RegExp(
  `(?:\\b(?:describe|it|test)(?:\\.\\w+)*|\\))\\(\\s*["'\`](?:[A-Z]{2}-\\w+[:,]? )*${HEADLESS}.*`,
  "gi",
);
const PROSE = new RegExp(`^(?!#)(?:\\s*[-*] |.*[.!?:] |)(?:\\*\\*)?${HEADLESS}.*`, "gm");

const THIS_FILE = "tests/unit/docs/openings.test.ts";

it.each([
  ["comment", COMMENT, "/** What a run may take. */"],
  ["comment", COMMENT, " * The limits of a run. Whoever cancels waits for them."],
  ["title", TITLE, 'it("AB-02: who cancels waits no longer", async () => {'],
  ["title", TITLE, ')("what %s leaves is removed", async () => {'],
  ["page", PROSE, "A run ends. Where it can't, it is ended."],
])("a sentence of a %s without its noun is found", (_, pattern, text) => {
  expect(openingsIn(text, pattern)).toEqual([text]);
});

it("comments open with their noun or a verb", () => {
  const files = SOURCES.flatMap((folder) => filesOf(folder, /\.(?:tsx?|mjs|css)$/));
  expect(files.flatMap((file) => openingsOf(file, COMMENT))).toEqual([]);
});

it("titles of tests open with their noun or a verb", () => {
  const files = filesOf("tests", /\.test\.tsx?$/).filter((file) => file !== THIS_FILE);
  expect(files.flatMap((file) => openingsOf(file, TITLE))).toEqual([]);
});

it("sentences of the documentation open with their noun or a verb", () => {
  expect(filesOf("docs", /\.md$/).flatMap((file) => openingsOf(file, PROSE))).toEqual([]);
});

function openingsOf(file: string, pattern: RegExp): string[] {
  return openingsIn(readFileSync(file, "utf8"), pattern).map((opening) => `${file}: ${opening.trim()}`);
}

function openingsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([opening]) => opening);
}
