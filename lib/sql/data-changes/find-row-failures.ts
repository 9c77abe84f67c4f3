import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { ChangeConflictError } from "./change-conflict";
import { tryRows } from "./change-rows";
import type { RowFailure } from "./resource";
import type { RowChange } from "./row-change";
import { inTrialSession } from "./write-session";

const MAX_FAILURES = 50;
const MAX_SHOWN_CHARACTERS = 200;

/**
 * Returns which of the changes the database refuses, and why: each is tried, and everything is rolled back. Throws
 * `database_not_found`, `host_unavailable`.
 */
export async function findRowFailures(
  ctx: Context,
  input: { databaseId: string; changes: readonly RowChange[] },
): Promise<readonly RowFailure[]> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const failures: RowFailure[] = [];
  try {
    await inTrialSession(ctx, database, async (session) => {
      for await (const { index, error } of tryRows(session, input.changes)) {
        failures.push({ index, message: reasonOf(error, input.changes[index]) });
        if (failures.length === MAX_FAILURES) break;
      }
    });
  } catch (error) {
    // A constraint that is checked at the end names no row.
    if (!(error instanceof StatementError || error instanceof ServiceError)) throw error;
  }
  return failures;
}

/** Returns why a change was refused, and for a conflict the present values of the columns that were to be changed. */
export function reasonOf(error: Error, change: RowChange | undefined): string {
  const detail = error instanceof StatementError ? error.detail : null;
  const now = error instanceof ChangeConflictError ? error.conflicts[0]?.now : null;
  const values =
    now && change?.kind === "update"
      ? Object.keys(change.values).map((name) => `${name} is now ${shortened(now[name] ?? "NULL")}.`)
      : [];
  return [[error.message, detail].filter(Boolean).join(". "), ...values].join(" ");
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
