import "server-only";
import { docLinks, findDocPage, readDocPage } from "./doc-pages";
import type { DocLink, OutlinedDoc } from "./resource";

let outline: Promise<OutlinedDoc[]> | null = null;

/** Returns every page of the documentation with its headings; the files are read once. */
export function docOutline(): Promise<OutlinedDoc[]> {
  outline ??= Promise.all(docLinks().flatMap(({ pages }) => pages.map(outlineOf)));
  return outline;
}

async function outlineOf({ href, title, description }: DocLink): Promise<OutlinedDoc> {
  const page = findDocPage(href.slice("/docs/".length));
  return { href, title, description, headings: page ? headingsOf(await readDocPage(page)) : [] };
}

/** Returns the headings of level 2 and 3 with the ids that their page gives them. */
export function headingsOf(markdown: string): OutlinedDoc["headings"] {
  const times = new Map<string, number>();
  const text = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
  return [...text.matchAll(/^(#{1,6}) +(.+)$/gm)].flatMap(([, level = "", written = ""]) => {
    const title = plainText(written);
    const slug = slugOf(title);
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    const id = before === 0 ? slug : `${slug}-${before}`;
    return level.length === 2 || level.length === 3 ? [{ title, id }] : [];
  });
}

function plainText(written: string): string {
  return written
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();
}

/** As GitHub makes them: letters, digits, `_` and `-`, with a dash for each space. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
