import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";
import { docLinks } from "@/lib/web/doc-pages";
import styles from "./docs.module.css";

export const metadata: Metadata = { title: "Docs" };

export default function DocsIndexPage() {
  return (
    <main id="main" className={styles.main}>
      <DocsIndex groups={docLinks()} />
    </main>
  );
}
