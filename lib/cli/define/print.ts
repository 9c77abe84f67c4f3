import { formatFields, formatTable } from "../table";
import { formatMoment } from "../values";

type Cell = string | number | boolean | readonly string[] | null | undefined;

/** The name of a property, or a function of the item. */
type Column<Item> = (keyof Item & string) | ((item: Item) => Cell);

/** Properties, which label themselves, and columns by labels of their own. `(UTC)` in a label is of a time. */
export type Columns<Item> = readonly ((keyof Item & string) | Readonly<Record<string, Column<Item>>>)[];

/** Lines of a name and a value. */
export type Lines = readonly (readonly [string, string])[];

/** The things in a result that columns are of: the items of a list, or the result itself. */
export type ItemOf<Result> = Result extends readonly (infer Item)[] | { items: readonly (infer Item)[] }
  ? Item
  : Result;

/** Returns a list as a table, in which a label is in capitals, and anything else as lines of a name and a value. */
export function printColumns<Result>(columns: Columns<ItemOf<Result>>, result: Result, lines: Lines = []): string {
  const items = Array.isArray(result) ? result : (result as { items?: ItemOf<Result>[] }).items;
  return items ? table(columns)(items) : fields(columns, () => lines)(result as ItemOf<Result>);
}

/** Returns a printer of items as a table, in which a label is in capitals. */
export function table<Item>(columns: Columns<Item>): (items: readonly Item[]) => string {
  const labelled = columns.flatMap(entriesOf);
  return (items) =>
    formatTable(
      labelled.map(([label]) => label.replace(/^.*?(?= \(|$)/, (words) => words.toUpperCase())),
      items.map((item) => labelled.map(([label, column]) => cellOf(item, label, column))),
    );
}

/** Returns a printer of an item as lines of a name and a value, with further lines if `more` tells some. */
export function fields<Item>(columns: Columns<Item>, more: (item: Item) => Lines = () => []): (item: Item) => string {
  const labelled = columns.flatMap(entriesOf);
  return (item) =>
    formatFields([...labelled.map(([label, column]) => [label, cellOf(item, label, column)] as const), ...more(item)]);
}

function entriesOf<Item>(column: Columns<Item>[number]): [label: string, column: Column<Item>][] {
  return typeof column === "string" ? [[labelOf(column), column]] : Object.entries(column);
}

/** Returns the words of a property: `lastUsedAt` is `last used (UTC)`, and `isTestUser` is `test user`. */
function labelOf(property: string): string {
  const words = property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/^is /, "").replace(/ at$/, " (UTC)");
}

function cellOf<Item>(item: Item, label: string, column: Column<Item>): string {
  const cell = typeof column === "function" ? column(item) : (item[column] as Cell);
  if (cell === null || cell === undefined) return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "object") return cell.join(", ") || "-";
  const isTime = typeof cell === "string" && label.includes("(UTC)") && /^\d{4}-/.test(cell);
  return isTime ? formatMoment(cell) : String(cell);
}
