import { readFileSync, writeFileSync } from "node:fs";
import { type Comparison, median } from "./statistics";

const PAGE = "docs/benchmarks.md";

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

/** One part of the benchmarks and of the page: everything under a heading of the second level. */
export interface Report {
  heading: string;
  command: string;
  facts: Record<string, string>;
  tables: Table[];
}

export const COMPARED = ["What", "Ours", "Bare", "Ratio", "Goal", "Met"];

/** A row of a comparison where less is better. */
export function comparisonRow(what: string, { ours, bare }: Comparison, atMost: number | null): string[] {
  const ratio = median(ours) / median(bare);
  return [what, range(ours), range(bare), times(ratio), ...goal(ratio, atMost, "≤")];
}

/** The last two cells of a row: the goal, and whether the ratio meets it. */
export function goal(ratio: number, limit: number | null, direction: "≤" | "≥"): [string, string] {
  if (limit === null) return ["none", "–"];
  const met = direction === "≤" ? ratio <= limit : ratio >= limit;
  return [`${direction} ${limit}×`, met ? "yes" : "no"];
}

export const times = (ratio: number) => `${ratio.toFixed(2)}×`;
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** The median, and the least and the most. */
function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => Math.round(value));
  return `${milliseconds(median(values))} (${least}–${most})`;
}

export function printReport(report: Report): void {
  for (const [name, value] of Object.entries(report.facts)) console.log(`${name}: ${value}`);
  for (const { title, columns, rows } of report.tables) {
    const widths = columns.map((column, i) => Math.max(...[column, ...rows.map((row) => row[i] ?? "")].map(width)));
    console.log(`\n${title}`);
    for (const row of [columns, widths.map((size) => "-".repeat(size)), ...rows]) {
      console.log(
        row
          .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - width(cell)))
          .join("  ")
          .trimEnd(),
      );
    }
  }
}

const width = (text: string) => [...text].length;

/** Replaces the report's section of the page and leaves the others, and the text written by hand, as they are. */
export function writeReport(report: Report): void {
  const page = readFileSync(PAGE, "utf8");
  const start = page.indexOf(`\n## ${report.heading}\n`);
  if (start < 0) throw new Error(`${PAGE} has no section "${report.heading}".`);
  const next = page.indexOf("\n## ", start + 1);
  const rest = next < 0 ? "" : page.slice(next);
  writeFileSync(PAGE, page.slice(0, start) + sectionOf(report) + rest);
  console.log(`\nWritten to ${PAGE}.`);
}

function sectionOf({ heading, command, facts, tables }: Report): string {
  const parts = [
    `\n## ${heading}`,
    `Written by \`${command}\`.`,
    tableText(["Fact", "Value"], Object.entries(facts)),
    ...tables.flatMap(({ title, columns, rows }) => [`### ${title}`, tableText(columns, rows)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function tableText(columns: string[], rows: string[][]): string {
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
