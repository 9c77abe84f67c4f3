import { escapeIdentifier } from "pg";
import { type ParsedStatement, parseStatements, scanTokens } from "@/lib/sql/grammar/parse";
import type { Token } from "@/lib/sql/grammar/token";
import { isRecord, namesOf, walkTree, withoutPlaces } from "@/lib/sql/grammar/tree";
import { keptValue, type TargetColumn } from "./target";

export interface WithReturning {
  text: string;
  /** The number of columns that were added; they are the last of the result. */
  added: number;
  /** Returns the offset in the statement that corresponds to an offset in `text`. */
  originalOffset(offset: number): number;
}

/**
 * Makes a statement also return `tableoid` of old and new, the place of the new row, the old columns, the new columns;
 * the parse tree proves that nothing else changed. Returns `null` where names of the statement prevent it.
 */
export async function addReturning(
  statement: ParsedStatement,
  columns: readonly TargetColumn[],
): Promise<WithReturning | null> {
  const clause = isRecord(statement.body.returningClause) ? statement.body.returningClause : null;
  const names = chooseNames(statement, clause);
  if (!names) return null;
  const list = [
    ...[names.old, names.new].map((row) => `${escapeIdentifier(row)}.tableoid`),
    `${escapeIdentifier(names.new)}.ctid`,
    ...[names.old, names.new].flatMap((row) => columns.map((column) => keptValue(escapeIdentifier(row), column))),
  ];
  const options = names.options.map(([row, name]) => `${row} AS ${escapeIdentifier(name)}`).join(", ");
  const place = clause ? await findPlace(statement, clause) : { at: statement.text.length, isWithin: false };
  if (!place) return null;
  const inserted = options === "" ? "" : place.isWithin ? `, ${options}` : ` WITH (${options})`;
  const head = statement.text.slice(0, place.at);
  const text = clause
    ? `${head}${inserted}${statement.text.slice(place.at)}\n, ${list.join(", ")}`
    : `${head}\nRETURNING${inserted} ${list.join(", ")}`;
  if (!(await isSameBut(statement, text, { exprs: list.length, options: names.options.length }))) return null;
  return {
    text,
    added: list.length,
    originalOffset: (offset) =>
      Math.min(statement.text.length, offset <= place.at ? offset : Math.max(place.at, offset - inserted.length)),
  };
}

interface Names {
  old: string;
  new: string;
  options: ["OLD" | "NEW", string][];
}

/** Returns the statement's own names for old and new rows where it has some, or where it uses `old` and `new`. */
function chooseNames(statement: ParsedStatement, clause: Record<string, unknown> | null): Names | null {
  const used = statement.text.toLowerCase();
  const named = new Map<unknown, string>();
  for (const option of Array.isArray(clause?.options) ? (clause.options as unknown[]) : []) {
    const body = isRecord(option) && isRecord(option.ReturningOption) ? option.ReturningOption : {};
    named.set(body.option, String(body.value));
  }
  const spoken = new Set<string | undefined>();
  walkTree(clause, (kind, body) => {
    if (kind === "ColumnRef") spoken.add(namesOf(body.fields)[0]);
  });
  const relations = new Set<unknown>();
  walkTree(statement.body, (kind, body) => {
    if (kind === "RangeVar" || kind === "relation") relations.add(body.relname);
    if (kind === "alias" || kind === "Alias") relations.add(body.aliasname);
  });
  const options: Names["options"] = [];
  const choose = (row: "OLD" | "NEW"): string | null => {
    const own = named.get(`RETURNING_OPTION_${row}`);
    if (own !== undefined) return own;
    const word = row.toLowerCase();
    if (spoken.has(word)) return relations.has(word) ? null : word;
    let name = `${word}_row`;
    while (used.includes(name)) name = `${name}_`;
    options.push([row, name]);
    return name;
  };
  const [old, fresh] = [choose("OLD"), choose("NEW")];
  return old === null || fresh === null ? null : { old, new: fresh, options };
}

/** Returns the place for names of rows in a RETURNING clause: after its word, or within its parentheses. */
async function findPlace(
  statement: ParsedStatement,
  clause: Record<string, unknown>,
): Promise<{ at: number; isWithin: boolean } | null> {
  const tokens = await scanTokens(statement.text);
  let [depth, found] = [0, -1];
  tokens.forEach((token, index) => {
    if (token.text === "(") depth += 1;
    if (token.text === ")") depth -= 1;
    const before = tokens[index - 1]?.text.toLowerCase();
    if (depth === 0 && before !== "as" && before !== "." && token.text.toLowerCase() === "returning") found = index;
  });
  const word = tokens[found];
  if (!word) return null;
  if (!Array.isArray(clause.options) || clause.options.length === 0) return { at: word.to, isWithin: false };
  const end: Token | undefined = tokens.slice(found).find(({ text }) => text === ")");
  return end ? { at: end.from, isWithin: true } : null;
}

async function isSameBut(
  statement: ParsedStatement,
  text: string,
  added: { exprs: number; options: number },
): Promise<boolean> {
  const [changed, ...others] = await parseStatements(text);
  if (!changed || others.length > 0 || changed.kind !== statement.kind) return false;
  const { returningClause, ...rest } = changed.body;
  if (!isRecord(returningClause)) return false;
  const exprs = (returningClause.exprs as unknown[]).slice(0, -added.exprs);
  const options = ((returningClause.options ?? []) as unknown[]).slice(
    0,
    added.options === 0 ? undefined : -added.options,
  );
  const own = { ...(options.length > 0 && { options }), ...(exprs.length > 0 && { exprs }) };
  const before = isRecord(statement.body.returningClause) ? statement.body.returningClause : {};
  const { returningClause: _, ...original } = statement.body;
  return withoutPlaces(rest) === withoutPlaces(original) && withoutPlaces(own) === withoutPlaces(sorted(before));
}

function sorted({ options, exprs }: Record<string, unknown>): Record<string, unknown> {
  return { ...(options !== undefined && { options }), ...(exprs !== undefined && { exprs }) };
}
