"use server";

import { previewUndo as previewUndoVerb, type UndoPreview } from "@/lib/sql/data-changes/preview-undo";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verbs check who may do what, and reach rows by their organisation. */

export async function previewUndo(
  organisationId: string,
  databaseId: string,
  changeId: string,
): Promise<Outcome<UndoPreview>> {
  const { ctx } = await requireMember(organisationId);
  return perform(() => previewUndoVerb(ctx, { databaseId, changeId: String(changeId) }));
}

export async function undoChange(
  organisationId: string,
  databaseId: string,
  changeId: string,
): Promise<Outcome<{ changeId: string | null }>> {
  const { ctx } = await requireMember(organisationId);
  return perform(() => undoDataChange(ctx, { databaseId, changeId: String(changeId) }));
}
