import "server-only";
import type { DocPage } from "./doc-groups/doc-group";
import { addressOf, docLinks, findDocPage, readDocPage } from "./doc-pages";

/** A link of Markdown, up to its address. */
const LINK = /(\]\()([^)\s]+)/g;

/** Returns the Markdown of a page, whose links lead to the Markdown of the others, and are whole addresses. */
export async function docMarkdown(page: DocPage, baseUrl: string): Promise<string> {
  const text = await readDocPage(page);
  return text.replaceAll(LINK, (written, before: string, link: string) => {
    const address = addressOf(page, link);
    if (address !== null) return `${before}${markdownAt(baseUrl, address)}`;
    return link.startsWith("/") ? `${before}${baseUrl}${link}` : written;
  });
}

/** Returns the list of all pages for language models, in the form of llmstxt.org. */
export function llmsText(baseUrl: string): string {
  const groups = docLinks().map(({ title, pages }) => {
    const lines = pages.map((link) => {
      const hasText = findDocPage(link.href.slice("/docs/".length)) !== null;
      const address = hasText ? markdownAt(baseUrl, link.href) : `${baseUrl}/openapi.json`;
      return `- [${link.title}](${address}): ${link.description}`;
    });
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `${HEAD}\n${groups.join("\n")}`;
}

const HEAD = `# Coppice

> PostgreSQL databases with branches, and a sign-in service for the users of your apps, on your own machine.

Each page is linked as Markdown. Without \`.md\` at its end, its address leads to the page for people.
`;

function markdownAt(baseUrl: string, address: string): string {
  const [page, anchor] = address.split("#");
  return `${baseUrl}${page}.md${anchor === undefined ? "" : `#${anchor}`}`;
}
