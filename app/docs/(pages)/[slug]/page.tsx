import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ErrorReference } from "@/components/docs/error-reference";
import { Markdown } from "@/components/docs/markdown";
import { ERRORS } from "@/lib/core/errors";
import { findDocPage, readDocPage } from "@/lib/web/doc-pages";

type Props = PageProps<"/docs/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title, description } = await pageOf(params);
  return { title, description };
}

export default async function DocsPage({ params }: Props) {
  const page = await pageOf(params);
  return (
    <>
      <Markdown text={await readDocPage(page)} />
      {page.slug === "errors" && <ErrorReference errors={ERROR_ENTRIES} />}
    </>
  );
}

const ERROR_ENTRIES = Object.entries(ERRORS).map(([code, definition]) => ({ code, ...definition }));

async function pageOf(params: Props["params"]) {
  return findDocPage((await params).slug) ?? notFound();
}
