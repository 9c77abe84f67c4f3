import type { Context } from "@/lib/core/context";
import type { Confirmation, StatementOutcome } from "@/lib/sql/statements/resource";
import { runText } from "@/tests/support/run-statements";
import { REFUSED_WITHIN, Tally } from "./left-out";
import { type Answer, type Database, differing, send, stateOf, withClient } from "./plain-session";
import { runsOf } from "./runs";

/** The texts whose results differ from run to run, or name the database or one of its objects by a number. */
const VOLATILE =
  /random|now\(|current_|localtime|clock_timestamp|timeofday|txid|xid|xmin|xmax|cmin|ctid|tableoid|backend|explain|\boid|gen_random|uuid|pg_(stat|database|size|total|relation|lsn|current|settings|locks|cursors|prepared)|session_user|\buser\b|lastval|nextval|currval|show /i;

interface PlainAnswer extends Answer {
  /** The number of the transaction within its run; a statement outside of one has its own. */
  transaction: number;
}

/** Runs statements in one session, as psql does. Of a transaction in which one fails, all have failed. */
async function runPlainly(database: Database, statements: readonly string[]): Promise<PlainAnswer[]> {
  return withClient(database, async (client) => {
    const answers: PlainAnswer[] = [];
    let begun = 0;
    for (const text of statements) {
      answers.push({ ...(await send(client, text)), transaction: begun });
      if (client.getTransactionStatus() !== "I") continue;
      const failed = answers.slice(begun).find(({ code }) => code !== null);
      for (const answer of answers.slice(begun)) answer.code = failed?.code ?? null;
      begun = answers.length;
    }
    return answers;
  });
}

type Open = () => Promise<Database>;

/**
 * Returns psql's results for the statements that succeed, in runs, from a database in which no others ran: the editor
 * stops at a failure, and one takes values of sequences. A script that goes on failing has none left.
 */
async function plainAnswers(given: string[][], open: Open, tally: Tally) {
  let runs = given;
  for (;;) {
    const plain = await open();
    const answers: PlainAnswer[][] = [];
    for (const statements of runs) answers.push(await runPlainly(plain, statements));
    const failed = answers.flat().filter(({ code }) => code !== null);
    if (failed.length === 0) return { plain, answers };
    for (const { code } of failed) tally.leaveOut("fails", code ?? "");
    runs = answers.map((run) => run.filter(({ code }) => code === null).map(({ text }) => text));
  }
}

/** A line comment may be the last of a statement. */
const END = "\n;\n";

/** Runs a script by psql's way and by the editor, in databases of their own, and returns the differences. */
export async function differencesOfResults(
  ctx: Context,
  script: string,
  open: Open,
): Promise<{ found: string[]; tally: Tally }> {
  const tally = new Tally();
  let runs = await runsOf(script, tally);
  for (;;) {
    const [{ plain, answers }, edited] = [await plainAnswers(runs, open, tally), await open()];
    const found: string[] = [];
    const refused = new Set<PlainAnswer>();
    for (const run of answers) found.push(...(await differencesOfRun(ctx, edited, run, refused)));
    if (refused.size === 0) {
      tally.compared = answers.flat().length;
      const tables = found.length > 0 ? [] : differing(await stateOf(plain), await stateOf(edited));
      return { found: [...found, ...tables.map((name) => `other rows in ${name}`)], tally };
    }
    for (const _ of refused) tally.leaveOut("within a transaction");
    runs = answers.map((run) => run.filter((answer) => !refused.has(answer)).map(({ text }) => text));
  }
}

/**
 * Returns the differences of a run. The transactions that the editor refuses are added to `refused`, and the run goes
 * on behind each, to find all of them, in another session, so that its differences are void then.
 */
async function differencesOfRun(
  ctx: Context,
  edited: Database,
  run: readonly PlainAnswer[],
  refused: Set<PlainAnswer>,
): Promise<string[]> {
  let left = run;
  for (;;) {
    const outcomes = await runAsMember(ctx, edited.id, left.map(({ text }) => text + END).join(""));
    let at = 0;
    const pairs = left.map((answer) => {
      const from = at;
      at += answer.text.length + END.length;
      return { answer, outcome: outcomes.findLast((one) => one.from >= from && one.from < at) };
    });
    const end = pairs.find(({ outcome }) => outcome && "message" in outcome && REFUSED_WITHIN.test(outcome.message));
    if (!end) return pairs.flatMap(({ answer, outcome }) => differenceOf(answer, outcome));
    const { transaction } = end.answer;
    for (const answer of run) if (answer.transaction === transaction) refused.add(answer);
    left = left.filter((answer) => answer.transaction > transaction);
  }
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
