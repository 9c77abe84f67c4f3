import "server-only";
import MiniSearch, { type SearchResult } from "minisearch";
import { z } from "zod";
import { docLinks, findDocPage, readDocPage } from "./doc-pages";
import { sectionsOf } from "./doc-sections";
import { excerptOf } from "./excerpt";
import type { DocLink } from "./resource";

const MAX_RESULTS = 10;
/** Words that say nothing of what is looked for. */
const STOP_WORDS = new Set(
  "a an and are as at by can do does for from how i in is it my of on or the to what when where which with".split(" "),
);

export const DocSearchInput = z.strictObject({
  q: z.string().normalize("NFKC").trim().min(1).max(200).meta({ description: "The words to find.", example: "branch" }),
});

export const DocSearch = z
  .object({
    query: z.string().meta({ example: "branch" }),
    results: z.array(
      z.object({
        slug: z.string().meta({ example: "branching" }),
        title: z.string().meta({ example: "Branching" }),
        heading: z.string().optional().meta({ description: "Of the part that fits best.", example: "Create a branch" }),
        url: z.string().meta({ example: "https://coppice.example.com/docs/branching#create-a-branch" }),
        excerpt: z.string().meta({ example: "A branch is a full copy of its parent, independent from then on." }),
        score: z.number().meta({ example: 21.5 }),
        matched: z
          .array(z.string())
          .meta({ description: "The words of the query that were found.", example: ["branch"] }),
      }),
    ),
  })
  .meta({ id: "DocSearch" });

interface Entry {
  id: number;
  slug: string;
  title: string;
  heading: string;
  /** The heading's id, behind a `#`. */
  anchor: string;
  text: string;
}

type Found = SearchResult & Entry;
type Result = z.infer<typeof DocSearch>["results"][number];

let index: Promise<MiniSearch<Entry>> | null = null;

/** Finds pages by how many words of the query they have, each with the part that fits best. At most ten. */
export async function searchDocs(
  baseUrl: string,
  { q: query }: z.infer<typeof DocSearchInput>,
): Promise<z.infer<typeof DocSearch>> {
  index ??= buildIndex().catch((error) => {
    index = null;
    throw error;
  });
  const pages = Map.groupBy((await index).search(query) as Found[], ({ slug }) => slug);
  const results = [...pages.values()].map((sections) => resultOf(baseUrl, sections)).sort(byOverlap);
  return { query, results: results.slice(0, MAX_RESULTS) };
}

/** `sections` are those of a page that were found, the one that fits best first. */
function resultOf(baseUrl: string, sections: readonly Found[]): Result {
  const [best] = sections;
  if (!best) throw new Error("A page is found by its sections.");
  const { slug, title, heading, anchor, text, terms, score } = best;
  return {
    ...{ slug, title, ...(heading !== "" && { heading }) },
    url: `${baseUrl}/docs/${slug}${anchor}`,
    excerpt: excerptOf(text, terms),
    score: Math.round(score * 100) / 100,
    matched: [...new Set(sections.flatMap(({ queryTerms }) => queryTerms))],
  };
}

function byOverlap(a: Result, b: Result): number {
  return b.matched.length - a.matched.length || b.score - a.score || (a.slug < b.slug ? -1 : 1);
}

/** Reads one page after the other, so that requests are answered in between. */
async function buildIndex(): Promise<MiniSearch<Entry>> {
  const built = new MiniSearch<Entry>({
    fields: ["title", "heading", "text"],
    storeFields: ["slug", "title", "heading", "anchor", "text"],
    processTerm: (term) => (STOP_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { title: 4, heading: 2 },
      prefix: (term) => term.length >= 3,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
    },
  });
  for (const link of docLinks().flatMap(({ pages }) => pages)) {
    for (const entry of await entriesOf(link)) built.add({ ...entry, id: built.documentCount });
  }
  return built;
}

async function entriesOf({ href, title, description }: DocLink): Promise<Omit<Entry, "id">[]> {
  const slug = href.slice("/docs/".length);
  const page = findDocPage(slug);
  const sections = page ? sectionsOf(await readDocPage(page)) : [{ heading: null, text: description }];
  return sections.map(({ heading, text }) => ({
    ...{ slug, title, heading: heading?.title ?? "", anchor: heading ? `#${heading.id}` : "" },
    text: heading ? text : `${description} ${text}`,
  }));
}
