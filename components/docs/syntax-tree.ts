import type { ComponentProps } from "react";
import type { Components } from "react-markdown";

/** The tree of a page before it becomes elements, as rehype's plugins see it. */
export type ElementNode = NonNullable<ComponentProps<NonNullable<Exclude<Components["pre"], string>>>["node"]>;
export type Nodes = ElementNode["children"];
export interface Tree {
  children: { type: string }[];
}

export function textOf(nodes: Nodes): string {
  return nodes
    .map((node) => (node.type === "text" ? node.value : "children" in node ? textOf(node.children) : ""))
    .join("");
}

export function elementsOf({ children }: Tree, ...names: string[]): ElementNode[] {
  return (children as Nodes).filter(
    (node): node is ElementNode => node.type === "element" && names.includes(node.tagName),
  );
}
