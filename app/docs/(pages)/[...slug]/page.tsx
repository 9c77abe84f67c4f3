import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsOutline } from "@/components/docs/docs-outline";
import { DocsPager } from "@/components/docs/docs-pager";
import { renderMarkdown } from "@/components/docs/markdown";
import { addressOf, findDocPage, neighboursOf, readDocPage } from "@/lib/web/doc-pages";
import styles from "../docs.module.css";

type Props = PageProps<"/docs/[...slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title, description } = await pageOf(params);
  return { title, description };
}

export default async function DocsPage({ params }: Props) {
  const page = await pageOf(params);
  const { article, outline } = renderMarkdown(await readDocPage(page), (link) => addressOf(page, link));
  return (
    <>
      <DocsOutline headings={outline} />
      <main id="main" className={styles.main}>
        {article}
        <a className={styles.markdown} href={`/docs/${page.slug}.md`}>
          View as Markdown
        </a>
        <DocsPager {...neighboursOf(page)} />
      </main>
    </>
  );
}

async function pageOf(params: Props["params"]) {
  return findDocPage((await params).slug.join("/")) ?? notFound();
}
