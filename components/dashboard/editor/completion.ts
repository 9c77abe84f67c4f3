import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from "@codemirror/autocomplete";
import { PostgreSQL, type SQLNamespace, schemaCompletionSource } from "@codemirror/lang-sql";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { KnownNames } from "../schema-tree/schema-source";

type SyntaxNode = ReturnType<typeof syntaxTree>["topNode"];
type Complete = (context: CompletionContext) => CompletionResult | null;

interface Relation {
  schema: string;
  name: string;
  columns: readonly Completion[];
}

/** After these words Postgres expects a relation. */
const BEFORE_RELATION = /\b(from|join|into|update|table|truncate|only)\s+(\w+\.)?\w*$/i;
const PLAIN = /^[a-z_][a-z0-9_$]*$/;
/** A user who writes `pg_` or `inf` wants the catalogue; everyone else wants it last. */
const LAST = -20;
const OUTSIDE_CODE = ["QuotedIdentifier", "String", "LineComment", "BlockComment", ".", "Number"];

/** Returns the editor's source of completions, which asks `names` the content of the database by then. */
export function completionSource(names: () => Promise<KnownNames>): CompletionSource {
  let latest: { known: KnownNames; complete: Complete } | null = null;
  return async (context) => {
    if (!context.explicit && !context.matchBefore(/[\p{L}\p{N}_$."]/u)) return null;
    const known = await names();
    if (latest?.known !== known) latest = { known, complete: completionFor(known) };
    // After an empty result the editor asks again for the text that was typed meanwhile, and after none it does not.
    return latest.complete(context) ?? { from: context.pos, options: [] };
  };
}

/**
 * Returns a source that completes SQL by the names in a database: relations, the columns of those in the statement, the
 * rest.
 */
function completionFor({ schemas, builtIns }: KnownNames): Complete {
  const relations = relationsOf({ schemas, builtIns });
  const byPath = schemaCompletionSource({
    dialect: PostgreSQL,
    schema: namespaceOf(schemas, relations),
    defaultSchema: "public",
  }) as Complete;
  const others = completionsOf(builtIns);
  const byName = ifNotIn(OUTSIDE_CODE, (context: CompletionContext) => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_$]*/u);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    if (context.state.sliceDoc(from - 1, from) === ".") return null;
    const isForRelation = BEFORE_RELATION.test(context.state.sliceDoc(Math.max(0, from - 200), from));
    const columns = isForRelation ? [] : columnsIn(context.state, from, relations);
    return { from, options: [...columns, ...others], validFor: /^[\p{L}\p{N}_$]*$/u };
  }) as Complete;
  return (context) => merged(byPath(context), byName(context));
}

/** One list, since a list per source would sort each by itself. */
function merged(first: CompletionResult | null, second: CompletionResult | null): CompletionResult | null {
  if (!first || !second || first.from !== second.from) return first ?? second;
  return { ...second, options: [...first.options, ...second.options] };
}

function relationsOf({ schemas, builtIns }: KnownNames): Relation[] {
  const made = schemas.flatMap(({ name: schema, tables }) =>
    tables.map(({ name, columns }) => ({
      schema,
      name,
      columns: columns.map((column) => ({ ...completion(column.name, "property", 10), detail: column.typeName })),
    })),
  );
  const own = builtIns.relations.map(({ schema, name, columns }) => ({
    schema,
    name,
    columns: columns.map((column) => completion(column, "property", 10)),
  }));
  return [...made, ...own];
}

/** Relations of `pg_catalog` stand beside the schemas too, since Postgres finds them without one. */
function namespaceOf(schemas: KnownNames["schemas"], relations: readonly Relation[]): SQLNamespace {
  const children = new Map<string, Record<string, SQLNamespace>>();
  const inSchema = (schema: string) => {
    const found = children.get(schema) ?? Object.create(null);
    children.set(schema, found);
    return found;
  };
  const top: Record<string, SQLNamespace> = Object.create(null);
  for (const { name: schema, functions, types } of schemas) {
    for (const name of types) inSchema(schema)[escaped(name)] = { self: completion(name, "type", 2), children: [] };
    for (const name of functions) inSchema(schema)[escaped(name)] = { self: called(name, 4), children: [] };
  }
  for (const { schema, name, columns } of relations) {
    const relation = { self: completion(name, "type", isBuiltIn(schema) ? LAST : 5), children: columns };
    inSchema(schema)[escaped(name)] = relation;
    if (schema === "pg_catalog") top[escaped(name)] = relation;
  }
  for (const [name, inside] of children) {
    top[escaped(name)] = { self: completion(name, "namespace", isBuiltIn(name) ? LAST : -1), children: inside };
  }
  return top;
}

function completionsOf({ keywords, types, functions }: KnownNames["builtIns"]): Completion[] {
  const isKeyword = new Set(keywords);
  return [
    ...functions.map((name) => called(name, -2)),
    ...types.filter((name) => !isKeyword.has(name)).map((name) => completion(name, "type", -1)),
    ...keywords.map((label) => ({ label, type: "keyword", boost: -1 })),
  ];
}

/** Returns the columns of the relations that the statement around `at` names, before or after it. */
function columnsIn(state: EditorState, at: number, relations: readonly Relation[]): Completion[] {
  const named = namesIn(state, at);
  const found = new Map<string, Completion>();
  for (const { name, columns } of relations) {
    if (named.has(name)) for (const column of columns) found.set(column.label, column);
  }
  return [...found.values()];
}

function namesIn(state: EditorState, at: number): ReadonlySet<string> {
  const names = new Set<string>();
  let around: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (around && around.name !== "Statement") around = around.parent;
  const statement = around ?? statementBefore(state, at);
  statement?.cursor().iterate(({ name, from, to }) => {
    const text = state.sliceDoc(from, to);
    if (name === "QuotedIdentifier") names.add(text.slice(1, -1).replaceAll('""', '"'));
    else if (name === "Identifier" || name === "Keyword" || name === "Type") names.add(text.toLowerCase());
  });
  return names;
}

/** At the end of a statement without a semicolon the parser is past it. */
function statementBefore(state: EditorState, at: number): SyntaxNode | null {
  const before = syntaxTree(state).topNode.childBefore(at);
  return before && !/;\s*$/.test(state.sliceDoc(before.from, at)) ? before : null;
}

function isBuiltIn(schema: string): boolean {
  return schema === "pg_catalog" || schema === "information_schema";
}

function called(name: string, boost: number): Completion {
  return { label: name, type: "function", boost, apply: `${quoted(name)}(` };
}

function completion(label: string, type: string, boost: number): Completion {
  const apply = quoted(label);
  return { label, type, boost, ...(apply !== label && { apply }) };
}

function quoted(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A dot in a key of the namespace stands between two levels. */
function escaped(name: string): string {
  return name.replaceAll(".", "\\.");
}
