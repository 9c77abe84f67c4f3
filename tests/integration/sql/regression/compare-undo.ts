import type pg from "pg";
import type { Context } from "@/lib/core/context";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { runText } from "@/tests/support/run-statements";
import { type Database, differing, send, stateIn, withClient } from "./plain-session";
import { runsOf } from "./runs";

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
