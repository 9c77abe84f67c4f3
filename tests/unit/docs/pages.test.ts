import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "@/lib/core/error-table";
import { DOC_GROUPS } from "@/lib/web/doc-groups";
import { addressOf, fileOf, readDocPage } from "@/lib/web/doc-pages";

/** Pages for contributors, which the documentation site does not serve. */
const FOR_CONTRIBUTORS = ["architecture", "benchmarks", "words"];

const files = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const served = DOC_GROUPS.flatMap(({ pages }) => pages);

describe("pages that are served", () => {
  it.each(served)("$slug begins with its title", async (page) => {
    expect(await readDocPage(page)).toMatch(new RegExp(`^# ${page.title}\n`));
  });

  it("are all pages of docs/ but those for contributors", () => {
    const slugs = files.map((name) => name.slice(0, -3)).filter((slug) => !slug.startsWith("decisions/"));
    const listed = served.flatMap(({ slug, file }) => (file === undefined ? [slug] : []));
    expect(slugs.filter((slug) => !FOR_CONTRIBUTORS.includes(slug)).sort()).toEqual(listed.sort());
  });
});

it.each(served)("every column of a table of $slug has a heading", async (page) => {
  expect(await readDocPage(page)).not.toMatch(/^\|(?:.*\|)?\s*\|.*\n\|[-|]+\|$/m);
});

it.each(files)("links of docs/%s to other files lead to files and headings that exist", (file) => {
  for (const { path, anchor, target } of linksOf(join("docs", file))) {
    const found = path === "" ? join("docs", file) : join("docs", dirname(file), path);
    expect(existsSync(found), target).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(found), target).toContain(anchor);
  }
});

it.each(served)("links of $slug to other files are pages of the site", (page) => {
  for (const { path, target } of linksOf(fileOf(page))) {
    if (path !== "") expect(addressOf(page, target), target).toMatch(/^\/docs\/[a-z]/);
  }
});

it("the page of errors has every code as the table has it, in its order", () => {
  const entries = Object.entries(ERRORS).map(([code, { status, retryable, meaning }]) => {
    return `### ${code}\n\n${status}, ${retryable ? "retryable" : "not retryable"}. ${meaning}\n`;
  });
  const [, listed] = readFileSync("docs/errors.md", "utf8").split("## Codes\n\n");
  expect(listed).toBe(entries.join("\n"));
});

function linksOf(file: string): { target: string; path: string; anchor: string | undefined }[] {
  const targets = [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const files = targets.filter((target) => !/^(https?:|\/)/.test(target));
  return files.map((target) => {
    const [path = "", anchor] = target.split("#");
    return { target, path, anchor };
  });
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
