import pg from "pg";
import type { Context } from "@/lib/core/context";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { judge } from "@/lib/sql/grammar/effect";
import { parseStatements } from "@/lib/sql/grammar/parse";
import type { Confirmation, StatementOutcome } from "@/lib/sql/statements/resource";
import { runText } from "@/tests/support/run-statements";
import { splitScript } from "./split";

/** A text has 500 statements and 100,000 characters at most. */
const RUN = { statements: 300, characters: 80_000 };
/** The texts whose results differ from run to run, or name the database or one of its objects by a number. */
const VOLATILE =
  /random|now\(|current_|localtime|clock_timestamp|timeofday|txid|xid|xmin|xmax|cmin|ctid|tableoid|backend|explain|\boid|gen_random|uuid|pg_(stat|database|size|total|relation|lsn|current|settings|locks|cursors|prepared)|session_user|\buser\b|lastval|nextval|currval|show /i;

export interface Database {
  id: string;
  url: string;
}

interface Answer {
  text: string;
  rows: (string | null)[][];
  /** The SQLSTATE of a statement that failed. */
  code: string | null;
}

/** Values as Postgres writes them. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

async function withClient<T>({ url }: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types: AS_TEXT as unknown as pg.CustomTypesConfig });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sends one statement as psql does. */
async function send(client: pg.Client, text: string): Promise<Answer> {
  try {
    const result = await client.query<(string | null)[]>({ text, rowMode: "array" });
    return { text, rows: Array.isArray(result) ? [] : result.rows, code: null };
  } catch (error) {
    return { text, rows: [], code: (error as pg.DatabaseError).code ?? "lost" };
  }
}

/** Returns the statements that the editor takes, in texts that it takes as one run. */
async function runsOf(script: string): Promise<string[][]> {
  const runs: string[][] = [[]];
  let characters = 0;
  for (const text of splitScript(script)) {
    if (!(await isTaken(text))) continue;
    const last = runs.at(-1) ?? [];
    if (last.length < RUN.statements && characters + text.length < RUN.characters) last.push(text);
    else runs.push([text]);
    characters = runs.at(-1) === last ? characters + text.length : text.length;
  }
  return runs;
}

async function isTaken(text: string): Promise<boolean> {
  try {
    const parsed = await parseStatements(text);
    return (
      parsed.length === 1 && parsed.every((one) => judge(one).effect !== "refused" && one.placeholders.length === 0)
    );
  } catch {
    return false;
  }
}

/** Returns the rows of each table that lasts, and the names of all other relations. */
async function stateIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<[string, string]>({
    text: `select format('%I.%I', nspname, relname), relkind from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relpersistence <> 't' order by 1`,
    rowMode: "array",
  });
  const reads = rows.map(([name, kind]) =>
    kind === "r" || kind === "p"
      ? `select ${pg.escapeLiteral(name)}, string_agg(t::text, E'\\n' order by t::text collate "C") from ${name} as t`
      : `select ${pg.escapeLiteral(name)}, ${pg.escapeLiteral(kind)}`,
  );
  const { rows: found, code } = await send(client, reads.join(" union all ") || "select where false");
  if (code !== null) throw new Error(`the tables can't be read: ${code}`);
  return new Map(found.map(([name, text]) => [name ?? "", text ?? ""]));
}

const stateOf = (database: Database) => withClient(database, stateIn);

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

/** Runs statements in one session, as psql does. Of a transaction in which one fails, all have failed. */
async function runPlainly(database: Database, statements: readonly string[]): Promise<Answer[]> {
  return withClient(database, async (client) => {
    const answers: Answer[] = [];
    let begun = 0;
    for (const text of statements) {
      answers.push(await send(client, text));
      if (client.getTransactionStatus() !== "I") continue;
      const failed = answers.slice(begun).find(({ code }) => code !== null);
      for (const answer of answers.slice(begun)) answer.code = failed?.code ?? null;
      begun = answers.length;
    }
    return answers;
  });
}

/**
 * Returns psql's results for the statements of a script that succeed, in runs, from a database in which no others ran:
 * the editor stops at a failure, and one takes values of sequences. A script that goes on failing has none left.
 */
async function plainAnswers(script: string, open: () => Promise<Database>) {
  let runs = await runsOf(script);
  for (;;) {
    const plain = await open();
    const answers: Answer[][] = [];
    for (const statements of runs) answers.push(await runPlainly(plain, statements));
    if (answers.flat().every(({ code }) => code === null)) return { plain, answers };
    runs = answers.map((run) => run.filter(({ code }) => code === null).map(({ text }) => text));
  }
}

/** A line comment may be the last of a statement. */
const END = "\n;\n";

/** Runs a script by psql's way and by the editor, in databases of their own, and returns the differences. */
export async function differencesOfResults(
  ctx: Context,
  script: string,
  open: () => Promise<Database>,
): Promise<string[]> {
  const [{ plain, answers }, edited] = [await plainAnswers(script, open), await open()];
  for (const run of answers) {
    const outcomes = await runAsMember(ctx, edited.id, run.map(({ text }) => text + END).join(""));
    let at = 0;
    const found = run.flatMap((answer) => {
      const from = at;
      at += answer.text.length + END.length;
      return differenceOf(
        answer,
        outcomes.findLast((outcome) => outcome.from >= from && outcome.from < at),
      );
    });
    if (found.length > 0) return found;
  }
  const tables = differing(await stateOf(plain), await stateOf(edited));
  return tables.map((name) => `other rows in ${name}`);
}

/** Runs a text as a member does who confirms each question: the run goes on where it asked. */
async function runAsMember(ctx: Context, databaseId: string, text: string): Promise<StatementOutcome[]> {
  const outcomes: StatementOutcome[] = [];
  let confirmed: Confirmation = { from: 0, settings: [] };
  for (;;) {
    const ofRun = await runText(ctx, databaseId, text, { confirmed });
    outcomes.push(...ofRun);
    const last = ofRun.at(-1);
    if (!last || last.status === "succeeded" || !last.asks) return outcomes;
    if (ofRun.length === 1 && last.from === confirmed.from) return outcomes;
    confirmed = { from: last.from, settings: last.asks.settings };
  }
}

function differenceOf({ text, rows }: Answer, outcome: StatementOutcome | undefined): string[] {
  if (!outcome) return [`${text}\n  not run`];
  if (outcome.status !== "succeeded") return [`${text}\n  ${outcome.sqlState} ${outcome.message}`];
  if (VOLATILE.test(text)) return [];
  const seen = outcome.isTruncated ? rows.slice(0, outcome.rows.length) : rows;
  const isSame = JSON.stringify(outcome.rows) === JSON.stringify(seen);
  return isSame
    ? []
    : [`${text}\n  ${JSON.stringify(outcome.rows).slice(0, 300)}\n  psql: ${JSON.stringify(seen).slice(0, 300)}`];
}

const CHANGES_ROWS = /^\s*(insert|update|delete|merge|with)\b/i;

/**
 * Runs each statement that changes rows in the editor, and returns the rows that undo or redo doesn't give back
 * exactly, and how many changes were undone.
 */
export async function differencesOfUndo(
  ctx: Context,
  script: string,
  database: Database,
): Promise<{ found: string[]; changes: number }> {
  const texts = (await runsOf(script)).flat();
  return withClient(database, (session) =>
    withClient(database, async (observer) => {
      const found: string[] = [];
      let changes = 0;
      for (const text of texts) {
        const isPlain = session.getTransactionStatus() !== "I" || !CHANGES_ROWS.test(text);
        const lost = isPlain ? null : await differencesOfChange(ctx, { text, database, observer });
        if (lost === null) await send(session, text);
        else if (lost !== "kept") {
          found.push(...lost);
          changes += 1;
        }
      }
      return { found, changes };
    }),
  );
}

interface Changing {
  text: string;
  database: Database;
  observer: pg.Client;
}

/** Returns `null` for a statement that the editor hasn't run, and `kept` for one that isn't undone by rows. */
async function differencesOfChange(
  ctx: Context,
  { text, database, observer }: Changing,
): Promise<string[] | "kept" | null> {
  const undo = (changeId: string | null) => undoDataChange(ctx, { databaseId: database.id, changeId: changeId ?? "" });
  const before = await stateIn(observer);
  const [outcome] = await runText(ctx, database.id, text, { confirmed: undefined });
  if (outcome?.status !== "succeeded") return null;
  if (outcome.change?.kind !== "rows") return "kept";
  const after = await stateIn(observer);
  try {
    const { changeId } = await undo(outcome.change.id);
    const undone = differing(before, await stateIn(observer));
    await undo(changeId);
    const redone = differing(after, await stateIn(observer));
    if (undone.length + redone.length === 0) return [];
    return [`${text}\n  undo: ${undone.join(", ")}, redo: ${redone.join(", ")}`];
  } catch (error) {
    return [`${text}\n  undo: ${(error as Error).message}`];
  }
}
