import { elementsOf, type Tree, textOf } from "./syntax-tree";

/** A heading of the second level, or of the third. */
export interface Heading {
  id: string;
  text: string;
  level: 2 | 3;
}

/** Adds the headings of a page to `outline`, by the ids that rehype-slug gave them. */
export function rehypeOutline(outline: Heading[]) {
  return (tree: Tree) => {
    for (const { tagName, properties, children } of elementsOf(tree, "h2", "h3")) {
      outline.push({ id: String(properties.id), text: textOf(children), level: tagName === "h2" ? 2 : 3 });
    }
  };
}
