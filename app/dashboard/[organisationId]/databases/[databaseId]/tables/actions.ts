"use server";

import { ApplyRowChangesInput, applyRowChanges } from "@/lib/sql/data-changes/apply";
import { ChangeConflictError } from "@/lib/sql/data-changes/change-conflict";
import type { RowChange } from "@/lib/sql/data-changes/row-change";
import { CountRowsInput, countRows as countRowsVerb } from "@/lib/sql/tables/count";
import { ReadValueInput, readValue as readValueVerb } from "@/lib/sql/tables/read-value";
import { defineAction } from "@/lib/web/define-action";

const MAX_SHOWN_CHARACTERS = 200;

export const changeRows = defineAction(
  {
    operationId: "dashboardChangeRows",
    input: ApplyRowChangesInput,
    args: ["databaseId", "changes", "mayKeepDatabase"],
    messages: { changes: "This change is too large, or can't be made here." },
  },
  async (ctx, input) => {
    try {
      return await applyRowChanges(ctx, input);
    } catch (error) {
      throw error instanceof ChangeConflictError ? withPresentValues(error, input.changes) : error;
    }
  },
);

/** Returns the conflict with what the columns that were to be changed hold now. */
function withPresentValues(error: ChangeConflictError, changes: readonly RowChange[]): ChangeConflictError {
  const now = error.conflicts[0]?.now;
  const [change] = changes;
  if (!now || change?.kind !== "update") return error;
  const values = Object.keys(change.values).map((name) => `${name} is now ${shortened(now[name] ?? "NULL")}.`);
  return new ChangeConflictError([error.message, ...values].join(" "), error.conflicts, error);
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

export const countRows = defineAction(
  { operationId: "dashboardCountRows", input: CountRowsInput, args: ["databaseId"] },
  countRowsVerb,
);

export const readValue = defineAction(
  { operationId: "dashboardReadValue", input: ReadValueInput, args: ["databaseId"] },
  readValueVerb,
);
