import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "@/lib/core/errors";
import { DOC_GROUPS, readDocPage } from "@/lib/web/doc-pages";

/** Pages for contributors, which the documentation site does not serve. */
const FOR_CONTRIBUTORS = ["architecture", "benchmarks", "words"];

const served = DOC_GROUPS.flatMap(({ pages }) => pages);

describe("pages that are served", () => {
  it.each(served)("$slug begins with its title", async (page) => {
    expect(await readDocPage(page)).toMatch(new RegExp(`^# ${page.title}\n`));
  });

  it("are all pages of docs/ but those for contributors", () => {
    const slugs = readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [name.slice(0, -3)] : []));
    const listed = served.flatMap(({ slug, file }) => (file === undefined ? [slug] : []));
    expect(slugs.filter((slug) => !FOR_CONTRIBUTORS.includes(slug)).sort()).toEqual(listed.sort());
  });
});

it.each(served)("every column of a table of $slug has a heading", async (page) => {
  expect(await readDocPage(page)).not.toMatch(/^\|(?:.*\|)?\s*\|.*\n\|[-|]+\|$/m);
});

const files = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));

it.each(files)("links of docs/%s to other files lead to files and headings that exist", (file) => {
  for (const [, target = ""] of readFileSync(join("docs", file), "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|\/)/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const found = fileOf(file, path);
    expect(existsSync(found), target).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(found), target).toContain(anchor);
  }
});

it("the page of errors has every code as the table has it, in its order", () => {
  const entries = Object.entries(ERRORS).map(([code, { status, retryable, meaning }]) => {
    return `### ${code}\n\n${status}, ${retryable ? "retryable" : "not retryable"}. ${meaning}\n`;
  });
  const [, listed] = readFileSync("docs/errors.md", "utf8").split("## Codes\n\n");
  expect(listed).toBe(entries.join("\n"));
});

function fileOf(from: string, path: string): string {
  return path === "" ? join("docs", from) : join("docs", dirname(from), path);
}

/** The ids that headings get. */
function anchorsOf(file: string): string[] {
  if (!file.endsWith(".md")) return [];
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => slugOf(text));
}

function slugOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, "");
  return words.replaceAll(" ", "-");
}
