import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ADVICE_KINDS } from "@/lib/sql/advice/resource";
import { WORDS } from "@/lib/sql/advice/words";

const headings = [...readFileSync("docs/advice.md", "utf8").matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

it("each kind of advice has its heading, in the order of the page", () => {
  const inArea = (area: string) => ADVICE_KINDS.filter((kind) => WORDS[kind].area === area);
  const titles = [...inArea("security"), ...inArea("performance")].map((kind) => WORDS[kind].title);
  expect(headings).toEqual(titles);
});

it.each(ADVICE_KINDS)("%s is the address of its heading", (kind) => {
  expect(WORDS[kind].title.toLowerCase().replaceAll(" ", "-")).toBe(kind);
});
