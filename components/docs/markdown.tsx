import Link from "next/link";
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "@/components/site/code-block";
import type { DocLink } from "@/lib/web/resource";
import styles from "./markdown.module.css";
import { type Heading, rehypeOutline } from "./rehype-outline";
import { rehypeStackedTables } from "./rehype-stacked-tables";
import { type ElementNode, textOf } from "./syntax-tree";

interface RenderedMarkdown {
  article: ReactNode;
  outline: readonly Heading[];
}

/** Renders a page; `pageAt` returns the address of the page that a link between files means. */
export function renderMarkdown(text: string, pageAt: (link: string) => DocLink["href"] | null): RenderedMarkdown {
  const outline: Heading[] = [];
  const content = ReactMarkdown({
    children: text,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSlug, [rehypeOutline, outline], rehypeStackedTables],
    components: { ...COMPONENTS, a: ({ href = "", children }) => linkTo(href, pageAt(href), children) },
  });
  return { article: <article className={styles.prose}>{content}</article>, outline };
}

const COMPONENTS: Components = {
  pre: ({ node }) => {
    const [code] = node?.children ?? [];
    if (code?.type !== "element") return null;
    const language = languageOf(code);
    return <CodeBlock language={language} label={fileOf(code)} text={textOf(code.children).trimEnd()} />;
  },
};

function linkTo(href: string, page: DocLink["href"] | null, children: ReactNode) {
  return page === null ? <a href={href}>{children}</a> : <Link href={page}>{children}</Link>;
}

function languageOf({ properties: { className } }: ElementNode): string | undefined {
  const names = Array.isArray(className) ? className.map(String) : [];
  return names.find((name) => name.startsWith("language-"))?.slice("language-".length);
}

/** The name of the file, which follows the language of a fence. */
function fileOf({ data }: ElementNode): string | undefined {
  const meta = data && "meta" in data ? data.meta : undefined;
  return typeof meta === "string" ? meta : undefined;
}
