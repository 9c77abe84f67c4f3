import { isRecord, namesOf, walkTree } from "./tree";

const TEMPORARY = "t";
const TEMPORARY_SCHEMA = "pg_temp";
/** The locks that outlive their transaction. */
const SESSION_LOCK = /^pg_(?:try_)?advisory_lock(?:_shared)?$/;
const RELATIONS: ReadonlySet<unknown> = new Set(["OBJECT_TABLE", "OBJECT_VIEW", "OBJECT_SEQUENCE"]);

interface Tree {
  kind: string;
  body: Record<string, unknown>;
}

/** Returns whether a statement leaves something that no other session can be given: temporary objects, or locks. */
export function leavesState(statement: Pick<Tree, "body">): boolean {
  let isFound = takesLock(statement);
  walkTree(statement.body, (kind, node) => {
    if (isTemporary(node) || (kind === "String" && node.sval === TEMPORARY_SCHEMA)) isFound = true;
  });
  return isFound;
}

/** Returns whether a statement takes an advisory lock of its session: a role of a database sees no list of locks. */
export function takesLock({ body }: Pick<Tree, "body">): boolean {
  let isFound = false;
  walkTree(body, (kind, node) => {
    if (kind === "FuncCall" && SESSION_LOCK.test(namesOf(node.funcname).at(-1) ?? "")) isFound = true;
  });
  return isFound;
}

/** Returns the name of the prepared statement that a statement executes, also by EXPLAIN or CREATE TABLE AS. */
export function executedName({ kind, body }: Tree): string | null {
  if (kind === "ExecuteStmt") return String(body.name);
  if (kind !== "ExplainStmt" && kind !== "CreateTableAsStmt") return null;
  const query = isRecord(body.query) ? body.query : {};
  return isRecord(query.ExecuteStmt)
    ? String(query.ExecuteStmt.name)
    : isRecord(query.CreateTableAsStmt)
      ? executedName({ kind: "CreateTableAsStmt", body: query.CreateTableAsStmt })
      : null;
}

/** A setting of the customer's own, such as `app.tenant`, which the server lists nowhere. */
const OWN_SETTING = /^[a-z_\u0080-\uffff][\w$\u0080-\uffff]*(?:\.[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)+$/i;

/** Returns the names of settings of the customer's own that a statement sets by `SET` or `set_config`. */
export function ownSettings({ kind, body }: Tree): string[] {
  const names: unknown[] = kind === "VariableSetStmt" ? [body.name] : [];
  walkTree(body, (within, node) => {
    if (within !== "FuncCall" || namesOf(node.funcname).at(-1) !== "set_config") return;
    walkTree(node.args, (inner, value) => void (inner === "sval" && names.push(value.sval)));
  });
  return names.filter((name) => typeof name === "string").filter((name) => OWN_SETTING.test(name));
}

function isTemporary(node: Record<string, unknown>): boolean {
  return node.relpersistence === TEMPORARY || node.schemaname === TEMPORARY_SCHEMA;
}

/**
 * Returns, for each statement, whether it drops only objects that statements before it have made as temporary
 * relations.
 */
export function dropsOfTemporary(statements: readonly Tree[]): boolean[] {
  const made = new Set<string>();
  return statements.map((statement) => {
    walkTree(statement.body, (_, node) => {
      if (isTemporary(node)) made.add(String(node.relname));
    });
    return droppedRelations(statement)?.every((name) => made.has(name.at(-1) ?? "")) ?? false;
  });
}

/** Returns the names, in parts, of the relations that a statement drops, and nothing besides; `null` for any other one. */
export function droppedRelations({ kind, body }: Tree): string[][] | null {
  if (kind !== "DropStmt" || !RELATIONS.has(body.removeType) || body.behavior !== "DROP_RESTRICT") return null;
  const objects = Array.isArray(body.objects) ? (body.objects as unknown[]) : [];
  return objects.map((one) => namesOf(isRecord(one) && isRecord(one.List) ? one.List.items : []));
}
