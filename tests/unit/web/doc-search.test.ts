import { tmpdir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { readQuery } from "@/lib/http/read-query";
import { DocSearchInput, searchDocs } from "@/lib/web/doc-search";
import { sectionsOf } from "@/lib/web/doc-sections";
import { excerptOf } from "@/lib/web/excerpt";

const BASE = "https://id.example.com";
const search = (q: string) => searchDocs(BASE, DocSearchInput.parse({ q }));

describe("the search of the documentation", () => {
  it("finds a page by its title, a section by its heading, and leads to it", async () => {
    const { query, results } = await search("rotate dkim key");
    expect(query).toBe("rotate dkim key");
    expect(results[0]).toMatchObject({ slug: "mail", matched: expect.arrayContaining(["rotate", "dkim", "key"]) });
    expect(results[0]?.url).toMatch(/^https:\/\/id\.example\.com\/docs\/mail#[a-z-]+$/);
    expect((await search("webhooks")).results[0]).toMatchObject({ slug: "webhooks", title: "Webhooks" });
    expect((await search("generate clients")).results[0]).toMatchObject({ slug: "api", url: `${BASE}/docs/api` });
  });

  it("puts a section that has the words together first, and each page once, at most ten", async () => {
    const { results } = await search("database branch password restore point webhook");
    expect(results).toHaveLength(10);
    expect(new Set(results.map(({ slug }) => slug)).size).toBe(10);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    // Longer pages have both words too, in sections that have nothing to do with one another.
    expect((await search("rotate dkim")).results[0]).toMatchObject({ slug: "mail", matched: ["rotate", "dkim"] });
  });

  it("finds words by their start, and with a letter wrong, but nothing for words that are not there", async () => {
    expect((await search("webho")).results[0]?.slug).toBe("webhooks");
    expect((await search("webhoks")).results[0]?.slug).toBe("webhooks");
    expect((await search("zzqqxx")).results).toEqual([]);
    expect((await search('"; drop table <script>')).results.every(({ excerpt }) => excerpt.length < 210)).toBe(true);
  });

  it("is there again after its files could once not be read", async () => {
    vi.resetModules();
    const { searchDocs: searchAnew } = await import("@/lib/web/doc-search");
    const here = process.cwd();
    process.chdir(tmpdir());
    await expect(searchAnew(BASE, { q: "webhooks" }).finally(() => process.chdir(here))).rejects.toThrow("ENOENT");
    expect((await searchAnew(BASE, { q: "webhooks" })).results[0]?.slug).toBe("webhooks");
  });

  it("takes one to 200 characters, in any form of Unicode", () => {
    expect(DocSearchInput.parse({ q: " ｂｒａｎｃｈ " })).toEqual({ q: "branch" });
    for (const query of ["", "?q=", "?q=%20", `?q=${"x".repeat(201)}`, "?q=a&q=b", "?q=a&page=2"]) {
      expect(() => readQuery(`${BASE}/api/search${query}`, DocSearchInput), query).toThrow(ServiceError);
    }
  });
});

describe("the parts of a page", () => {
  it("are read as they are shown, cells and items apart, with the ids of their headings", () => {
    const page =
      "# T\n\nFirst *words*.\n\n## A `b`\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\n## A `b`\n\n```sh\n## no heading\n```\n";
    expect(sectionsOf(page)).toEqual([
      { heading: null, text: "First words." },
      { heading: { title: "A b", id: "a-b" }, text: "x y 1 2 one two" },
      { heading: { title: "A b", id: "a-b-1" }, text: "## no heading" },
    ]);
  });
});

describe("an excerpt", () => {
  const words = Array.from({ length: 200 }, (_, n) => `word${n}`).join(" ");

  it("is around the first word that was found, and cut between words", () => {
    expect(excerptOf("A short text.", ["text"])).toBe("A short text.");
    expect(excerptOf(words, ["word150"])).toMatch(/^…word\d+ .*word150 .* word\d+…$/);
    expect(excerptOf(words, [])).toMatch(/^word0 .* word\d+…$/);
    expect(excerptOf("x".repeat(500), ["x"])).toBe(`${"x".repeat(200)}…`);
    for (const n of [0, 7, 99, 199]) expect(excerptOf(words, [`word${n}`]).length).toBeLessThanOrEqual(202);
  });
});
