import { describe, expect, it } from "vitest";
import { NothingSelected, patternOf, STAGES, select } from "@/bin/test/select.mjs";

const FILES: Record<string, string> = {
  "tests/unit/core/ids.test.ts": 'test("an id is short", () => {});',
  "tests/package/package.test.ts":
    'describe("the package", () => { it("is small", { timeout: 1 }, async () => {}); });',
  "tests/integration/sign-in/sessions.test.ts": 'it.each(CASES)("at %s a session ends", (point) => {});',
  "tests/conformance/sign-in/sessions.test.ts": `test(\`a session of \${lane} is short\`, async () => {});`,
  "tests/e2e/site.test.ts": 'test("a page is short", run);\nconst text = "nothing to select";',
};

const chosenBy = (...words: string[]) => {
  const { stages, files, titles } = select(words, Object.keys(FILES), (file: string) => FILES[file] ?? "");
  return { stages, files: files && Object.values(files).flat(), titles };
};

describe("the words of npm test", () => {
  it("are none for everything", () => {
    expect(chosenBy()).toEqual({ stages: STAGES, files: null, titles: null });
  });

  it("choose stages by name, in their order", () => {
    expect(chosenBy("e2e", "verify")).toEqual({ stages: ["verify", "e2e"], files: null, titles: null });
  });

  it("choose files by path, and only the stages these need", () => {
    expect(chosenBy("Sessions")).toEqual({
      stages: ["integration", "conformance"],
      files: ["tests/integration/sign-in/sessions.test.ts", "tests/conformance/sign-in/sessions.test.ts"],
      titles: null,
    });
    expect(chosenBy("ids", "package").stages).toEqual(["unit"]);
  });

  it("choose files within the stages that are named", () => {
    expect(chosenBy("conformance", "sessions").files).toEqual(["tests/conformance/sign-in/sessions.test.ts"]);
    expect(chosenBy("verify", "site").stages).toEqual(["verify", "e2e"]);
  });

  it("choose tests by title where no path has the word", () => {
    expect(chosenBy("is SHORT")).toEqual({
      stages: ["unit", "conformance"],
      files: ["tests/unit/core/ids.test.ts", "tests/conformance/sign-in/sessions.test.ts"],
      titles: ["an id is short", `a session of \${lane} is short`],
    });
    expect(chosenBy("small").files).toEqual(["tests/package/package.test.ts"]);
  });

  it("choose by title among the files of a path", () => {
    expect(chosenBy("integration/", "ends").titles).toEqual(["at %s a session ends"]);
    expect(() => chosenBy("integration/", "is short")).toThrow(NothingSelected);
  });

  it.each([["nothing to select"], ["sessions", "no such word"]])(
    "are refused when one selects nothing: %s",
    (...words) => {
      expect(() => chosenBy(...words)).toThrow(NothingSelected);
    },
  );
});

it("a title is found with any values, and none beside it", () => {
  const pattern = new RegExp(patternOf(["at %s (a session) ends", `of \${lane}: $name.first`]));
  expect(pattern.test("at restore.done (a session) ends")).toBe(true);
  expect(pattern.test("of the API lane: Ada")).toBe(true);
  expect(pattern.test("at restore.done a session ends")).toBe(false);
});
