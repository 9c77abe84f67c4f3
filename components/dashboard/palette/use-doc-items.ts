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

/** Returns the pages of the documentation and their headings, and what the search of their texts finds for `query`. */
export function useDocItems(query: string): PaletteItem[] {
  const outline = useNames<OutlinedDoc[]>("/docs/outline");
  const found = useNames<FoundDocs>(useSearchAddress("/api/search", "q", query));
  return useMemo(() => {
    const items = [...(outline ?? []).flatMap(outlined), ...(found ? foundIn(found) : [])];
    return [...new Map(items.map((item) => [item.id, item])).values()];
  }, [outline, found]);
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

/** The service has judged that they fit, so the query itself is what they are found by. */
function foundIn({ query, results }: FoundDocs): PaletteItem[] {
  return results.map(({ slug, title, heading, url }) => {
    const href = `/docs/${slug}${new URL(url).hash}`;
    return { ...COMMON, id: href, label: heading ?? title, hint: heading && title, words: query, href };
  });
}
