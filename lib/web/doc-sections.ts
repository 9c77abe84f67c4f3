import GithubSlugger from "github-slugger";
import { toString as flatText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A part of a page, from a heading of level 2 or 3 to the next one. */
export interface DocSection {
  /** The `id` is the heading's on the page; the part before the first has none. */
  heading: { title: string; id: string } | null;
  /** Without marks of Markdown. */
  text: string;
}

const parser = unified().use(remarkParse).use(remarkGfm);
type Block = ReturnType<typeof parser.parse>["children"][number];

export function sectionsOf(markdown: string): DocSection[] {
  const slugger = new GithubSlugger();
  const sections: { heading: DocSection["heading"]; texts: string[] }[] = [{ heading: null, texts: [] }];
  for (const node of parser.parse(markdown).children) {
    if (node.type !== "heading") {
      sections.at(-1)?.texts.push(textOf(node));
      continue;
    }
    const title = flatText(node);
    // Every heading counts for the numbers of ids that repeat.
    const id = slugger.slug(title);
    if (node.depth === 2 || node.depth === 3) sections.push({ heading: { title, id }, texts: [] });
    else if (node.depth > 3) sections.at(-1)?.texts.push(title);
  }
  return sections.map(({ heading, texts }) => ({ heading, text: texts.join(" ").replaceAll(/\s+/g, " ").trim() }));
}

/** Returns the text that is read, with a space between cells and items, which stand apart on the page. */
function textOf(node: Block): string {
  const isOfBlocks = ["blockquote", "list", "listItem", "table", "tableRow"].includes(node.type);
  return isOfBlocks && "children" in node ? node.children.map(textOf).join(" ") : flatText(node);
}
