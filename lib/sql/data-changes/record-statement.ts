import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { SQLSTATE } from "@/lib/core/sql-state";
import { maskSecrets } from "../grammar/mask";

const MAX_KEPT_CHARACTERS = 20_000;
const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_AUDITED_CHARACTERS = 2_000;

/** The history's words about a statement that succeeded in a transaction that did not last. */
export const ROLLED_BACK = "Rolled back with its transaction";

interface NewStatement {
  organisationId: string;
  databaseId: string;
  text: string;
  command: string | null;
  isReadable: boolean;
  backgroundRunId?: string;
  positionInRun?: number;
}

/** Records a statement as `running`, with its secrets masked, before anything of it is done. Returns its id. */
export async function beginStatement(ctx: Context, input: NewStatement): Promise<string> {
  const id = createId("statement", ctx.random);
  await ctx.db.statement.create({
    data: {
      id,
      organisationId: input.organisationId,
      databaseId: input.databaseId,
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      text: await keptText(input.text, input),
      command: input.command,
      backgroundRunId: input.backgroundRunId ?? null,
      positionInRun: input.positionInRun ?? null,
      startedAt: ctx.clock.now(),
    },
    select: { id: true },
  });
  ctx.crashPoint("statement.began");
  return id;
}

/** Returns the text as the history keeps it: with its secrets masked, and cut off where it is long. */
export async function keptText(text: string, { isReadable }: { isReadable: boolean }): Promise<string> {
  // Parsing takes time, and a text that cannot be parsed may have any length.
  const parsed = isReadable ? text : text.slice(0, MAX_KEPT_CHARACTERS + 1);
  const masked = (await maskSecrets(parsed, { isReadable })).replaceAll("\0", "").toWellFormed();
  return cut(masked, MAX_KEPT_CHARACTERS);
}

function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text;
}

/** Writes the audit row of a recorded statement, with the beginning of its masked text, which outlives the history. */
export async function auditStatement(
  tx: Context,
  statement: { organisationId: string; databaseId: string; statementId: string; command: string },
): Promise<void> {
  const { organisationId, databaseId, statementId, command } = statement;
  const where = { id: statementId, organisationId };
  const { text } = await tx.db.statement.findUniqueOrThrow({ where, select: { text: true } });
  await recordAudit(tx, {
    organisationId,
    action: "database.run_statement",
    targetId: databaseId,
    data: { statementId, command, text: cut(text, MAX_AUDITED_CHARACTERS) },
  });
}

type Finished = { durationMicros: number } & (
  | { status: "succeeded"; command: string; rowCount: number | null }
  | { status: "failed" | "cancelled"; sqlState: string | null; message: string }
);

export async function finishStatement(
  ctx: Context,
  { organisationId, statementId }: { organisationId: string; statementId: string },
  outcome: Finished,
): Promise<void> {
  const { status, durationMicros } = outcome;
  await ctx.db.statement.updateMany({
    where: { id: statementId, organisationId, status: "running" },
    data: {
      status,
      durationMicros: Math.round(durationMicros),
      ...(outcome.status === "succeeded"
        ? { command: outcome.command, rowCount: outcome.rowCount }
        : { sqlState: outcome.sqlState, message: storable(outcome) }),
    },
  });
}

/** A string; the apostrophe of a word such as `can't` begins none. */
const QUOTED = /(?<![a-z]{2}(?='(?:s|t|re|ll|ve|d)\b))'[^']*'?/g;

/** Returns the message as the history may keep it: a syntax error quotes the statement, which may hold a secret. */
function storable({ sqlState, message }: { sqlState: string | null; message: string }): string {
  const masked = sqlState === null || sqlState === SQLSTATE.syntaxError ? message.replace(QUOTED, "'•••'") : message;
  return masked.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed();
}
