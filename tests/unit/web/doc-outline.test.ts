import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "@/components/docs/markdown";
import { DOC_GROUPS } from "@/lib/web/doc-groups";
import { docOutline, headingsOf } from "@/lib/web/doc-outline";
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

it("the outline is there again after its files could once not be read", async () => {
  const here = process.cwd();
  process.chdir(tmpdir());
  await expect(docOutline().finally(() => process.chdir(here))).rejects.toThrow("ENOENT");
  expect((await docOutline()).map(({ href }) => href)).toContain("/docs/webhooks");
});
