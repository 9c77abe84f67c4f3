import "server-only";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { DOC_GROUPS } from "./doc-groups";
import type { DocPage } from "./doc-groups/doc-group";
import type { DocLink, DocLinkGroup } from "./resource";

/** A page beside those of docs/, at an address of its own. */
const API_REFERENCE: DocLink = {
  href: "/docs/api",
  title: "API reference",
  description: "Every route with its fields, to read and to generate clients from.",
  hasOwnPolicy: true,
};

const PAGES = DOC_GROUPS.flatMap((group) => group.pages);

/** Returns every page in the order of the sidebar. */
export function docLinks(): DocLinkGroup[] {
  const groups = DOC_GROUPS.map(({ title, pages }) => ({ title, pages: pages.map(linkOf) }));
  return groups.map((group, i) =>
    i === groups.length - 1 ? { ...group, pages: [...group.pages, API_REFERENCE] } : group,
  );
}

export function findDocPage(slug: string): DocPage | null {
  return PAGES.find((page) => page.slug === slug) ?? null;
}

/** Returns the pages before and after this one. */
export function neighboursOf(page: DocPage): { previous: DocLink | null; next: DocLink | null } {
  const place = PAGES.indexOf(page);
  const [previous, next] = [PAGES[place - 1], PAGES[place + 1]];
  return { previous: previous ? linkOf(previous) : null, next: next ? linkOf(next) : null };
}

/** No file but those of the groups can be read. */
export function readDocPage(page: DocPage): Promise<string> {
  return readFile(posix.join(process.cwd(), fileOf(page)), "utf8");
}

export function fileOf({ slug, file }: DocPage): string {
  return file ?? `docs/${slug}.md`;
}

/** Returns the address of the page that a link of `from` to another file means; `null` when it means no page. */
export function addressOf(from: DocPage, link: string): DocLink["href"] | null {
  const [path = "", anchor] = link.split("#");
  const file = posix.join(posix.dirname(fileOf(from)), path);
  const page = PAGES.find((candidate) => fileOf(candidate) === file);
  if (!page || path === "") return null;
  return `/docs/${page.slug}${anchor === undefined ? "" : `#${anchor}`}`;
}

function linkOf({ slug, title, description }: DocPage): DocLink {
  return { href: `/docs/${slug}`, title, description };
}
