import { type ElementNode, elementsOf, type Tree, textOf } from "./syntax-tree";

/** On a phone, where rows are stacked, a cell is labelled by its column, and stays a cell for screen readers. */
export function rehypeStackedTables() {
  return (tree: Tree) => {
    for (const table of elementsOf(tree, "table")) stack(table);
  };
}

function stack(table: ElementNode): void {
  table.properties.role = "table";
  const groups = elementsOf(table, "thead", "tbody");
  const rows = groups.flatMap((group) => elementsOf(group, "tr"));
  for (const group of groups) group.properties.role = "rowgroup";
  const [head] = rows;
  const labels = head ? elementsOf(head, "th").map(({ children }) => textOf(children)) : [];
  for (const row of rows) {
    row.properties.role = "row";
    for (const [i, cell] of elementsOf(row, "th", "td").entries()) {
      cell.properties.role = cell.tagName === "th" ? "columnheader" : "cell";
      if (cell.tagName === "td") cell.properties.dataLabel = labels[i] ?? "";
    }
  }
}
