import type { Metadata } from "next";
import { DocsSearch } from "@/components/docs/docs-search";
import { DocSearchInput, searchDocs } from "@/lib/web/doc-search";
import styles from "../docs.module.css";

export const metadata: Metadata = { title: "Search the documentation", robots: { index: false } };

export default async function DocsSearchPage({ searchParams }: PageProps<"/docs/search">) {
  const { q } = await searchParams;
  const input = DocSearchInput.safeParse({ q });
  return (
    <main id="main" className={styles.main}>
      <DocsSearch found={input.success ? await searchDocs("", input.data) : null} />
    </main>
  );
}
