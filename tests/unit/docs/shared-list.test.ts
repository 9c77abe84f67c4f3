import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readGuide } from "@/tests/support/guides/guide-blocks";

const FOLDER = "examples/shared-list/src";

it("the guide to a shared list shows the files of the example, and all of them", () => {
  const shown = readGuide("shared-list").flatMap(({ file, text }) => (file?.startsWith("src/") ? [[file, text]] : []));
  const files = readdirSync(FOLDER).map((name) => [`src/${name}`, readFileSync(`${FOLDER}/${name}`, "utf8").trimEnd()]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(files));
});
