"use server";

import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { ApplyRowChangesInput, applyRowChanges } from "@/lib/sql/data-changes/apply";
import { ChangeConflictError } from "@/lib/sql/data-changes/change-conflict";
import { findRowFailures, reasonOf } from "@/lib/sql/data-changes/find-row-failures";
import { PreviewRowChangesInput, previewRowChanges } from "@/lib/sql/data-changes/preview-row-changes";
import { CountRowsInput, countRows as countRowsVerb } from "@/lib/sql/tables/count";
import { ReadValueInput, readValue as readValueVerb } from "@/lib/sql/tables/read-value";
import { inDatabase } from "@/lib/web/places";

/** Refusals that one row of several may have caused. */
const REFUSALS: ReadonlySet<string> = new Set(["invalid_request", "change_conflict"]);

export const changeRows = inDatabase(
  "dashboardChangeRows",
  {
    input: ApplyRowChangesInput.shape,
    args: ["changes", "mayKeepDatabase"],
    messages: { changes: "This change is too large, or can't be made here." },
  },
  async (ctx, input) => {
    try {
      return await applyRowChanges(ctx, input);
    } catch (error) {
      throw await withReasons(ctx, error, input);
    }
  },
);

/** Returns the refusal with the current value, or with the reason for each of several rows. */
async function withReasons(
  ctx: Context,
  error: unknown,
  input: z.output<typeof ApplyRowChangesInput>,
): Promise<unknown> {
  const { changes } = input;
  if (error instanceof ServiceError && REFUSALS.has(error.code) && changes.length > 1) {
    const notes = { failures: await findRowFailures(ctx, input) };
    return new ServiceError(error.code, error.message, { notes, cause: error });
  }
  if (!(error instanceof ChangeConflictError)) return error;
  return new ChangeConflictError(reasonOf(error, changes[0]), error.conflicts, error);
}

export const previewChanges = inDatabase(
  "dashboardPreviewChanges",
  { input: PreviewRowChangesInput.shape, args: ["changes"], messages: { changes: "These changes are too large." } },
  previewRowChanges,
);

export const countRows = inDatabase("dashboardCountRows", { input: CountRowsInput.shape }, countRowsVerb);

export const readValue = inDatabase("dashboardReadValue", { input: ReadValueInput.shape }, readValueVerb);
