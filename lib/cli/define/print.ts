import { formatFields, formatTable } from "../table";
import { formatMoment } from "../values";

type Cell = string | number | boolean | readonly string[] | null | undefined;

/** The name of a property, or a function of the item. */
type Column<Item> = (keyof Item & string) | ((item: Item) => Cell);

/** Columns or lines by their labels. `(UTC)` in a label is of a time. */
export type Columns<Item> = Readonly<Record<string, Column<Item>>>;

/** Returns a printer of items as a table, in which a label is in capitals. */
export function table<Item>(columns: Columns<Item>): (list: readonly Item[] | { items: readonly Item[] }) => string {
  const labels = Object.keys(columns);
  return (list) => {
    const items = "items" in list ? list.items : list;
    return formatTable(
      labels.map((label) => label.replace(/^.*?(?= \(|$)/, (words) => words.toUpperCase())),
      items.map((item) => labels.map((label) => cellOf(item, label, columns[label]))),
    );
  };
}

/** Returns a printer of an item as lines of a name and a value, with further lines where `more` tells some. */
export function fields<Item>(
  columns: Columns<Item>,
  more: (item: Item) => readonly (readonly [string, string])[] = () => [],
): (item: Item) => string {
  return (item) =>
    formatFields([
      ...Object.entries(columns).map(([label, column]) => [label, cellOf(item, label, column)] as const),
      ...more(item),
    ]);
}

function cellOf<Item>(item: Item, label: string, column: Column<Item> | undefined): string {
  const cell = typeof column === "function" ? column(item) : column && (item[column] as Cell);
  if (cell === null || cell === undefined) return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "object") return cell.join(", ") || "-";
  const isTime = typeof cell === "string" && label.includes("(UTC)") && /^\d{4}-/.test(cell);
  return isTime ? formatMoment(cell) : String(cell);
}
