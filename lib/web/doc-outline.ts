import "server-only";
import { docLinks, findDocPage, readDocPage } from "./doc-pages";
import { sectionsOf } from "./doc-sections";
import type { DocLink, OutlinedDoc } from "./resource";

let outline: Promise<OutlinedDoc[]> | null = null;

/** Returns every page of the documentation with its headings; the files are read once. */
export function docOutline(): Promise<OutlinedDoc[]> {
  outline ??= Promise.all(docLinks().flatMap(({ pages }) => pages.map(outlineOf))).catch((error) => {
    outline = null;
    throw error;
  });
  return outline;
}

async function outlineOf({ href, title, description }: DocLink): Promise<OutlinedDoc> {
  const page = findDocPage(href.slice("/docs/".length));
  return { href, title, description, headings: page ? headingsOf(await readDocPage(page)) : [] };
}

/** Returns the headings of level 2 and 3 with the ids that their page gives them. */
export function headingsOf(markdown: string): OutlinedDoc["headings"] {
  return sectionsOf(markdown).flatMap(({ heading }) => heading ?? []);
}
