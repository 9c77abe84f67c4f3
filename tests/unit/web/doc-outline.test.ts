import { describe, expect, it } from "vitest";
import { renderMarkdown } from "@/components/docs/markdown";
import { DOC_GROUPS } from "@/lib/web/doc-groups";
import { headingsOf } from "@/lib/web/doc-outline";
import { readDocPage } from "@/lib/web/doc-pages";

describe("headingsOf", () => {
  it.each(DOC_GROUPS.flatMap(({ pages }) => pages))(
    "knows the headings of $slug as its page has them",
    async (page) => {
      const text = await readDocPage(page);
      const { outline } = renderMarkdown(text, () => null);
      expect(headingsOf(text)).toEqual(outline.map((heading) => ({ title: heading.text, id: heading.id })));
    },
  );
});
