import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REASON_AREAS } from "@/lib/sign-in/events/reasons/texts";

it("the page about refused sign-ins has every reason of the table, in its words", () => {
  const page = readFileSync("docs/troubleshooting-sign-in.md", "utf8");
  for (const { title, reasons } of REASON_AREAS) {
    const rows = Object.entries(reasons).map(([reason, text]) => `| ${text.title} | \`${reason}\` | ${text.advice} |`);
    expect(page).toContain([`## ${title}`, "", "| event | reason | what to do |", "|---|---|---|", ...rows].join("\n"));
  }
});

it("no reason is in two areas", () => {
  const names = REASON_AREAS.flatMap(({ reasons }) => Object.keys(reasons));
  expect(new Set(names).size).toBe(names.length);
});
