import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";
import { DOC_GROUPS } from "@/lib/web/doc-pages";

export const metadata: Metadata = { title: "Docs" };

export default function DocsIndexPage() {
  return <DocsIndex groups={DOC_GROUPS} />;
}
