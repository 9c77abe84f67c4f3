"use server";

import { DeleteUndoDataInput, deleteUndoData as deleteUndoDataVerb } from "@/lib/sql/data-changes/delete-undo-data";
import { previewUndo as previewUndoVerb } from "@/lib/sql/data-changes/preview-undo";
import { DataChangeInput, undoDataChange } from "@/lib/sql/data-changes/undo";
import { inDatabase } from "@/lib/web/places";

export const previewUndo = inDatabase(
  "dashboardPreviewUndo",
  { input: DataChangeInput.shape, args: ["changeId"] },
  previewUndoVerb,
);

export const undoChange = inDatabase(
  "dashboardUndoChange",
  { input: DataChangeInput.shape, args: ["changeId"] },
  undoDataChange,
);

export const deleteUndoData = inDatabase(
  "dashboardDeleteUndoData",
  { input: DeleteUndoDataInput.shape, args: ["olderThan"], refreshes: true },
  deleteUndoDataVerb,
);
