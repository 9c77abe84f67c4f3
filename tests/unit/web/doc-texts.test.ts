import { describe, expect, it } from "vitest";
import { DOC_GROUPS } from "@/lib/web/doc-groups";
import { findDocPage, readDocPage } from "@/lib/web/doc-pages";
import { docMarkdown, llmsText } from "@/lib/web/doc-texts";

const BASE = "https://id.example.com";
const PAGES = DOC_GROUPS.flatMap(({ pages }) => pages);

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
const addressOf = (slug: string) => `${BASE}/docs/${slug}.md`;

describe("the Markdown of a page", () => {
  it.each(PAGES)("of $slug leads to pages as Markdown, and else has the text of its file", async (page) => {
    const [text, file] = [await docMarkdown(page, BASE), await readDocPage(page)];
    const links = linksOf(text);
    const known = new Set(PAGES.map(({ slug }) => addressOf(slug)));
    for (const link of links.filter((each) => /^https:\/\/id\.example\.com\/docs\/.+\.md/.test(each)))
      expect(known).toContain(link.split("#")[0]);
    expect(links.filter((link) => /^(?!https?:)[^#]*\.md(#|$)/.test(link) && !link.includes("decisions/"))).toEqual([]);
    expect(links.filter((link) => link.startsWith("/"))).toEqual([]);
    const withoutLinks = (of: string) => of.replaceAll(/\]\([^)\s]+\)/g, "");
    expect(withoutLinks(text)).toBe(withoutLinks(file));
  });

  it("keeps the anchors of links", async () => {
    const page = findDocPage("users-api");
    expect(page && (await docMarkdown(page, BASE))).toContain(`](${addressOf("projects")}#keys)`);
  });
});

describe("the list for language models", () => {
  it("has a title, a summary, and each page in its group, with an address and a description", () => {
    const text = llmsText(BASE);
    expect(text).toMatch(/^# Coppice\n\n> .+\n\n.+\n\n## Guides\n\n- \[/);
    for (const { slug, title, description } of PAGES) {
      expect(text).toContain(`- [${title}](${addressOf(slug)}): ${description}\n`);
    }
    expect(linksOf(text)).toContain(`${BASE}/openapi.json`);
  });
});
