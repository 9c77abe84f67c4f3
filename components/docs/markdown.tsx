import Link from "next/link";
import type { ComponentProps } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "@/components/site/code-block";
import styles from "./markdown.module.css";

/** Renders a page of docs/, whose links between files become links between pages. */
export function Markdown({ text }: { text: string }) {
  return (
    <article className={styles.prose}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSlug]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </article>
  );
}

const COMPONENTS: Components = {
  a: ({ href = "", children }) => <DocLink href={href}>{children}</DocLink>,
  pre: ({ node }) => {
    const code = node?.children[0];
    if (code?.type !== "element") return null;
    const classNames = Array.isArray(code.properties.className) ? code.properties.className : [];
    const language = classNames.map(String).find((name) => name.startsWith("language-"));
    const label = language?.slice("language-".length);
    return <CodeBlock label={label === "sh" ? "shell" : label} text={textOf(code.children).trimEnd()} />;
  },
};

/** A page's file as the repository links it: one of docs/, or the README of a package. */
const PAGE = /^(?:(?:\.\/)?(?<slug>[a-z-]+)\.md|\.\.\/packages\/(?<package>[a-z-]+)\/README\.md)(?<anchor>#.*)?$/;

function DocLink({ href, children }: { href: string; children: React.ReactNode }) {
  const file = PAGE.exec(href)?.groups;
  if (file) return <Link href={`/docs/${file.slug ?? file.package}${file.anchor ?? ""}`}>{children}</Link>;
  return <a href={href}>{children}</a>;
}

type Nodes = NonNullable<ComponentProps<NonNullable<Exclude<Components["pre"], string>>>["node"]>["children"];

function textOf(nodes: Nodes): string {
  return nodes
    .map((node) => (node.type === "text" ? node.value : "children" in node ? textOf(node.children) : ""))
    .join("");
}
