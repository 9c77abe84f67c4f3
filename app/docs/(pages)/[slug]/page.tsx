import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Markdown } from "@/components/docs/markdown";
import { findDocPage, readDocPage } from "@/lib/web/doc-pages";

type Props = PageProps<"/docs/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title, description } = await pageOf(params);
  return { title, description };
}

export default async function DocsPage({ params }: Props) {
  return <Markdown text={await readDocPage(await pageOf(params))} />;
}

async function pageOf(params: Props["params"]) {
  return findDocPage((await params).slug) ?? notFound();
}
