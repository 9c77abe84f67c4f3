import "server-only";
import MiniSearch, { type SearchResult } from "minisearch";
import { z } from "zod";
import { docLinks, findDocPage, readDocPage } from "./doc-pages";
import { sectionsOf } from "./doc-sections";
import { synonymsOf } from "./doc-synonyms";
import { excerptOf } from "./excerpt";
import type { DocLink } from "./resource";

const MAX_RESULTS = 10;
const SYNONYM_WEIGHT = 0.7;
/** Pages that list in short sections the things that others explain. */
const LISTS: ReadonlySet<string> = new Set(["errors", "command-line", "dashboard", "management-api"]);
const LIST_WEIGHT = 0.5;
/** Words that say nothing of the subject. */
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
  const words = wordsOf(query);
  const sections = searchSections(await index, words);
  const pages = Map.groupBy(sections, ({ entry }) => entry.slug);
  const results = [...pages.values()].map((found) => resultOf(baseUrl, words, found)).sort(byScore);
  return { query, results: results.slice(0, MAX_RESULTS) };
}

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().split(/[\p{Z}\p{P}\s]+/u);
  return [...new Set(words.filter((word) => word !== "" && !STOP_WORDS.has(word)))];
}

/** A section that has some of the words of a query, or words that stand for them. */
interface FoundSection {
  entry: Entry;
  /** By the word of the query. */
  scores: Map<string, number>;
  terms: Set<string>;
}

function searchSections(built: MiniSearch<Entry>, words: readonly string[]): FoundSection[] {
  const sections = new Map<number, FoundSection>();
  for (const word of words) {
    const asked = [[word, 1] as const, ...synonymsOf(word).map((each) => [each, SYNONYM_WEIGHT] as const)];
    for (const [term, weight] of asked) {
      for (const { id, score, terms, ...entry } of built.search(term) as Found[]) {
        const section = sections.get(id) ?? { entry: { id, ...entry }, scores: new Map(), terms: new Set() };
        sections.set(id, section);
        section.scores.set(word, Math.max(section.scores.get(word) ?? 0, score * weight));
        for (const each of terms) section.terms.add(each);
      }
    }
  }
  return [...sections.values()];
}

/** Words that stand together in one section say more than words that are scattered over a long page. */
function scoreOf({ entry, scores }: FoundSection, words: readonly string[]): number {
  const sum = [...scores.values()].reduce((total, score) => total + score, 0);
  return sum * (scores.size / words.length) * (LISTS.has(entry.slug) ? LIST_WEIGHT : 1);
}

function resultOf(baseUrl: string, words: readonly string[], sections: readonly FoundSection[]): Result {
  const ranked = sections
    .map((section) => ({ ...section, score: scoreOf(section, words) }))
    .sort((a, b) => b.score - a.score || a.entry.id - b.entry.id);
  const [best] = ranked;
  if (!best) throw new Error("A page is found by its sections.");
  const { slug, title, heading, anchor, text } = best.entry;
  return {
    ...{ slug, title, ...(heading !== "" && { heading }) },
    url: `${baseUrl}/docs/${slug}${anchor}`,
    excerpt: excerptOf(text, [...best.terms]),
    score: Math.round(best.score * 100) / 100,
    matched: words.filter((word) => sections.some(({ scores }) => scores.has(word))),
  };
}

function byScore(a: Result, b: Result): number {
  return b.score - a.score || (a.slug < b.slug ? -1 : 1);
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
