"use client";

import { IconBook } from "@tabler/icons-react";
import { useMemo } from "react";
import type { OutlinedDoc } from "@/lib/web/resource";
import type { PaletteItem } from "./item";
import { useNames, useSearchAddress } from "./use-names";

interface FoundDocs {
  query: string;
  results: { slug: string; title: string; heading?: string; url: string }[];
}

const COMMON = { group: "Documentation", icon: IconBook, isDocument: true } as const;

/**
 * Returns the pages of the documentation and their headings, and the results of a search of their texts for `query`.
 */
export function useDocItems(query: string): PaletteItem[] {
  const outline = useNames<OutlinedDoc[]>("/docs/outline");
  const found = useNames<FoundDocs>(useSearchAddress("/api/search", "q", query));
  return useMemo(() => {
    const items = [...(outline ?? []).flatMap(outlined), ...(found ? foundIn(found, query.trim()) : [])];
    return [...new Map(items.map((item) => [item.id, item])).values()];
  }, [outline, found, query]);
}

function outlined({ href, title, description, headings }: OutlinedDoc): PaletteItem[] {
  return [
    { ...COMMON, id: href, label: title, words: description, href },
    ...headings.map((heading) => {
      const address = `${href}#${heading.id}`;
      return { ...COMMON, id: address, label: heading.title, hint: title, href: address };
    }),
  ];
}

/** The best of them fits about as well as a text that has every word. */
const BEST_FIT = 50;

/**
 * The service has judged how they fit, by texts that the palette does not have, so they keep its order. Results of an
 * earlier query stay for as long as it has the words of this one.
 */
function foundIn({ query, results }: FoundDocs, typed: string): PaletteItem[] {
  return results.map(({ slug, title, heading, url }, place) => {
    const href = `/docs/${slug}${new URL(url).hash}`;
    const fit = query === typed ? { fit: BEST_FIT - place } : { words: query };
    return { ...COMMON, id: href, label: heading ?? title, hint: heading && title, ...fit, href };
  });
}
