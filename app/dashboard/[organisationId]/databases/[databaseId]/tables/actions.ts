"use server";

import { z } from "zod";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import type { AppliedRowChanges } from "@/lib/sql/data-changes/apply-changes";
import { ChangeConflictError } from "@/lib/sql/data-changes/change-conflict";
import { NeedsRestorePointError } from "@/lib/sql/data-changes/needs-restore-point";
import { RowSelection } from "@/lib/sql/tables/browse";
import { countRows as countRowsVerb } from "@/lib/sql/tables/count";
import { readValue as readValueVerb } from "@/lib/sql/tables/read-value";
import { type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verbs check who may do what, and reach databases by their organisation. */

const MAX_CHANGES = 500;
const MAX_SHOWN_CHARACTERS = 200;

const Text = z.string().max(1_100_000).nullable();
const Values = z.record(z.string().max(255), Text);
const Key = z.record(z.string().max(255), z.string().max(10_000));
const Table = z.strictObject({ schema: z.string().max(255), name: z.string().max(255) });

const Changes = z
  .array(
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("insert"), table: Table, values: Values }),
      z.strictObject({
        kind: z.literal("update"),
        table: Table,
        key: Key,
        values: Values,
        expected: Values.optional(),
      }),
      z.strictObject({ kind: z.literal("delete"), table: Table, key: Key }),
    ]),
  )
  .min(1)
  .max(MAX_CHANGES);

export async function changeRows(
  organisationId: string,
  databaseId: string,
  changes: unknown,
  mayKeepDatabase: unknown,
): Promise<Outcome<AppliedRowChanges> | { isDone: false; message: string; restorePointReason: string }> {
  const { ctx } = await requireMember(organisationId);
  const parsed = Changes.safeParse(changes);
  if (!parsed.success) return { isDone: false, message: "The change is too large, or not one that can be made here." };
  let reason: string | null = null;
  const outcome = await perform(async () => {
    try {
      const input = { databaseId, changes: parsed.data, mayKeepDatabase: mayKeepDatabase === true };
      return await applyRowChanges(ctx, input);
    } catch (error) {
      if (error instanceof NeedsRestorePointError) reason = error.reason;
      throw error instanceof ChangeConflictError ? withPresentValues(error, parsed.data) : error;
    }
  });
  return outcome.isDone || reason === null ? outcome : { ...outcome, restorePointReason: reason };
}

/** Says what the columns that were to be changed hold now. */
function withPresentValues(error: ChangeConflictError, changes: z.infer<typeof Changes>): ChangeConflictError {
  const now = error.conflicts[0]?.now;
  const [change] = changes;
  if (!now || change?.kind !== "update") return error;
  const values = Object.keys(change.values).map((name) => `${name} is ${shortened(now[name] ?? "NULL")} now.`);
  return new ChangeConflictError([error.message, ...values].join(" "), error.conflicts, error);
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

export async function countRows(
  organisationId: string,
  databaseId: string,
  selection: unknown,
): Promise<Outcome<{ count: number }>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = RowSelection.safeParse(selection);
  if (!parsed.success) return { isDone: false, message: "This cannot be counted." };
  return perform(() => countRowsVerb(ctx, { databaseId, ...parsed.data }));
}

const ValueInput = z.strictObject({ table: Table, key: Key, column: z.string().max(255) });

export async function readValue(
  organisationId: string,
  databaseId: string,
  place: unknown,
): Promise<Outcome<{ text: string | null }>> {
  const { ctx } = await requireMember(organisationId);
  const parsed = ValueInput.safeParse(place);
  if (!parsed.success) return { isDone: false, message: "There is no such value." };
  return perform(() => readValueVerb(ctx, { databaseId, ...parsed.data }));
}
