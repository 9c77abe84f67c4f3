import { escapeIdentifier } from "pg";
import { comparable, findColumn, type Parameters } from "./filter";
import type { RowSort, TableShape } from "./resource";
import type { RowPlace, RowPosition } from "./row-position";
import type { RowOrder, RowPart, Term } from "./row-terms";
import { severalPart } from "./several-order";

/**
 * Returns the order of a table's rows: by the primary key, or without one by the place of the row (`ctid`), which lasts
 * as long as the row is not changed. Rows of views and foreign tables have no such place.
 */
export function rowOrderOf(shape: TableShape, sort: readonly RowSort[]): RowOrder {
  const terms = sort.map(({ column: name, direction }) => {
    const column = findColumn(shape.columns, name);
    return { ...comparable(column), isNullable: column.isNullable, isDescending: direction === "descending" };
  });
  const isKeyItself = sort.length === 1 && shape.primaryKey.length === 1 && shape.primaryKey[0] === sort[0]?.column;
  return {
    sorted: isKeyItself ? [] : terms,
    key: keyTerms(shape),
    isDescending: sort[0]?.direction === "descending",
  };
}

function keyTerms({ kind, primaryKey, columns }: TableShape): Term[] {
  if (primaryKey.length > 0) return primaryKey.map((name) => comparable(findColumn(columns, name)));
  const place = { expression: "t.ctid", type: "pg_catalog.tid" };
  if (kind === "table" || kind === "materialized view") return [place];
  return kind === "partitioned table" ? [{ expression: "t.tableoid", type: "pg_catalog.oid" }, place] : [];
}

/** Returns the order of all rows as SQL; empty where nothing orders them. */
export function orderClause({ sorted, key, isDescending }: RowOrder): string {
  const terms = [...sorted, ...key.map((term) => ({ ...term, isDescending }))];
  if (terms.length === 0) return "";
  return `ORDER BY ${terms.map((term) => `${term.expression} ${term.isDescending ? "DESC NULLS LAST" : "ASC"}`).join(", ")}`;
}

/** Returns the values that a cursor holds, as SQL. */
export function positionColumns(order: RowOrder): string[] {
  return [...order.sorted, ...order.key].map(({ expression }) => `${expression}::pg_catalog.text`);
}

/** Returns the queries of a page in their order: after `position`, or before it when it leads backward. */
export function rowParts(order: RowOrder, position: RowPosition | null): ((parameters: Parameters) => RowPart)[] {
  const place = position && "key" in position ? position : null;
  const isFalling = order.isDescending !== (place?.isBackward ?? false);
  if (order.sorted.length > 1) return [(parameters) => severalPart(order, place, parameters)];
  const { key } = order;
  const [sorted] = order.sorted;
  const terms = [...order.sorted, ...key];
  if (!sorted?.isNullable) return [(parameters) => partOf(terms, isFalling, valuesOf(order, place), parameters)];

  const withValue = (values: string[] | null) => (parameters: Parameters) => {
    const part = partOf(terms, isFalling, values, parameters);
    return { ...part, condition: `${sorted.expression} IS DISTINCT FROM NULL AND ${part.condition}` };
  };
  const withoutValue = (values: string[] | null) => (parameters: Parameters) => {
    const part = partOf(key, isFalling, values, parameters);
    return { ...part, condition: `${sorted.expression} IS NOT DISTINCT FROM NULL AND ${part.condition}` };
  };
  if (place === null) return [withValue(null), withoutValue(null)];
  const isNullHere = (place.sorted[0] ?? null) === null;
  if (place.isBackward)
    return isNullHere ? [withoutValue(place.key), withValue(null)] : [withValue(valuesOf(order, place))];
  return isNullHere ? [withoutValue(place.key)] : [withValue(valuesOf(order, place)), withoutValue(null)];
}

function valuesOf(order: RowOrder, place: RowPlace | null): string[] | null {
  return place && [...order.sorted.map((_, index) => place.sorted[index] ?? ""), ...place.key];
}

/** Returns one query of a page. It compares whole rows, so that an index on the same columns finds the place. */
function partOf(terms: readonly Term[], isFalling: boolean, values: string[] | null, parameters: Parameters): RowPart {
  const order = terms.map(({ expression }) => `${expression} ${isFalling ? "DESC" : "ASC"}`).join(", ");
  if (!values) return { condition: "true", order };
  const left = terms.map(({ expression }) => expression).join(", ");
  const right = terms.map(({ type }, index) => `${parameters.add(values[index] ?? "")}::${type}`).join(", ");
  return { condition: `(ROW(${left}) ${isFalling ? "<" : ">"} ROW(${right}))`, order };
}

/** Returns the condition that finds a row by its primary key. */
export function keyCondition(shape: TableShape, key: Record<string, string>, parameters: Parameters): string {
  return shape.primaryKey
    .map((name) => {
      const { expression, type } = comparable(findColumn(shape.columns, name));
      return `${expression} = ${parameters.add(key[name] ?? null)}::${type}`;
    })
    .join(" AND ");
}

/** Returns a column as PostgreSQL sends it; a cast to text writes some types otherwise, such as boolean and inet. */
export function columnText(name: string): string {
  const column = `t.${escapeIdentifier(name)}`;
  return `CASE WHEN ${column} IS DISTINCT FROM NULL THEN concat(${column}) END`;
}
