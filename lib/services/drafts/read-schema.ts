import { commandOf } from "@/lib/sql/grammar/command";
import { type ParsedStatement, parseStatements, StatementSyntaxError } from "@/lib/sql/grammar/parse";
import { isRecord } from "@/lib/sql/grammar/tree";
import { UnfitAnswer } from "./make-draft";

export interface SchemaDraft {
  /** All statements, without comments around them. */
  sql: string;
  /** `kind` is the command, such as `CREATE TABLE`. */
  statements: { kind: string; text: string }[];
  /** The points to look at before it is run. */
  warnings: string[];
}

const MAKING: ReadonlySet<string> = new Set([
  ...["CreateStmt", "CompositeTypeStmt", "CreateEnumStmt", "CreateRangeStmt", "IndexStmt", "ViewStmt"],
  ...["CreatePolicyStmt", "CreateTrigStmt", "CreateSchemaStmt", "CommentStmt"],
]);
const ALTERATIONS: ReadonlySet<unknown> = new Set(["AT_AddColumn", "AT_AddConstraint", "AT_EnableRowSecurity"]);
/** The body of a function is text to the grammar. */
const TAKING_AWAY = /\b(drop|truncate|copy|alter|revoke)\b/i;
const LANGUAGES: ReadonlySet<unknown> = new Set(["sql", "plpgsql"]);

/** Returns the draft of a schema that an answer holds. Throws `UnfitAnswer` for one with anything but new objects. */
export async function readSchema(answer: string): Promise<SchemaDraft> {
  const text = /```(?:sql|postgresql)?\s*\n([\s\S]*?)```/i.exec(answer)?.[1] ?? answer;
  const parsed = await parseStatements(text).catch((error: unknown) => {
    if (error instanceof StatementSyntaxError) throw new UnfitAnswer(`It isn't valid PostgreSQL: ${error.message}`);
    throw error;
  });
  if (parsed.length === 0) throw new UnfitAnswer("There is no statement in it.");
  for (const statement of parsed) {
    if (!isAllowed(statement)) throw new UnfitAnswer(`${commandOf(statement)} isn't allowed in this form.`);
  }
  const statements = parsed.map((statement) => ({ kind: commandOf(statement), text: statement.text }));
  return { sql: statements.map((one) => `${one.text};`).join("\n\n"), statements, warnings: warningsOf(parsed) };
}

function isAllowed(statement: ParsedStatement): boolean {
  const { kind, body } = statement;
  if (kind === "AlterTableStmt") return body.objtype === "OBJECT_TABLE" && alterationsOf(body).every(isAddition);
  if (kind === "GrantStmt") return body.is_grant === true;
  if (kind === "CreateFunctionStmt") return isPlainFunction(statement);
  if (kind === "CreateSchemaStmt") return body.schemaElts === undefined;
  return MAKING.has(kind);
}

function alterationsOf(body: Record<string, unknown>): unknown[] {
  return Array.isArray(body.cmds) ? body.cmds : [null];
}

function isAddition(command: unknown): boolean {
  return isRecord(command) && isRecord(command.AlterTableCmd) && ALTERATIONS.has(command.AlterTableCmd.subtype);
}

/** A function in SQL or PL/pgSQL that runs with the rights of its caller, and whose body takes nothing away. */
function isPlainFunction({ body, text }: ParsedStatement): boolean {
  const options = (Array.isArray(body.options) ? body.options : []).flatMap((option: unknown) =>
    isRecord(option) && isRecord(option.DefElem) ? [option.DefElem] : [],
  );
  const isDefiner = options.some(({ defname, arg }) => defname === "security" && !isFalse(arg));
  const languages = options.filter(({ defname }) => defname === "language").map(({ arg }) => textOf(arg));
  return !isDefiner && languages.length === 1 && LANGUAGES.has(languages[0]) && !TAKING_AWAY.test(text);
}

function isFalse(arg: unknown): boolean {
  return isRecord(arg) && isRecord(arg.Boolean) && arg.Boolean.boolval !== true;
}

function textOf(arg: unknown): unknown {
  return isRecord(arg) && isRecord(arg.String) ? String(arg.String.sval).toLowerCase() : undefined;
}

function warningsOf(statements: readonly ParsedStatement[]): string[] {
  const warnings: string[] = [];
  for (const { kind, body, text } of statements) {
    const tree = JSON.stringify(body);
    if (kind === "CreateStmt" && !tree.includes("CONSTR_PRIMARY")) {
      warnings.push(`${nameOf(body.relation)} has no primary key.`);
    }
    if (kind === "GrantStmt" && tree.includes("ROLESPEC_PUBLIC")) warnings.push("A GRANT is for everyone (PUBLIC).");
    if (kind === "CreateFunctionStmt" && /\bexecute\b/i.test(text))
      warnings.push("A function runs SQL that it builds.");
  }
  return [...new Set(warnings)];
}

function nameOf(relation: unknown): string {
  return isRecord(relation) ? String(relation.relname) : "A table";
}
