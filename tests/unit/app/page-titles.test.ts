import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pages = readdirSync("app/dashboard", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("page.tsx"))
  .map((path) => ({ path, text: readFileSync(`app/dashboard/${path}`, "utf8") }));

it("pages of the dashboard without a thing in their title have a title and no other metadata", () => {
  const fixed = pages.filter(({ text }) => text.includes("export const metadata"));
  expect(fixed.length).toBeGreaterThan(50);
  expect(fixed.filter(({ text }) => !/^export const metadata = \{ title: ".+" \};$/m.test(text))).toEqual([]);
});
