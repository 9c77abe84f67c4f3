"use server";

import { DeleteUndoDataInput, deleteUndoData as deleteUndoDataVerb } from "@/lib/sql/data-changes/delete-undo-data";
import { previewUndo as previewUndoVerb } from "@/lib/sql/data-changes/preview-undo";
import { DataChangeInput, undoDataChange } from "@/lib/sql/data-changes/undo";
import { defineAction } from "@/lib/web/define-action";

export const previewUndo = defineAction(
  { operationId: "dashboardPreviewUndo", input: DataChangeInput, args: ["databaseId", "changeId"] },
  previewUndoVerb,
);

export const undoChange = defineAction(
  { operationId: "dashboardUndoChange", input: DataChangeInput, args: ["databaseId", "changeId"] },
  undoDataChange,
);

export const deleteUndoData = defineAction(
  {
    operationId: "dashboardDeleteUndoData",
    input: DeleteUndoDataInput,
    args: ["databaseId", "olderThan"],
    refreshes: true,
  },
  deleteUndoDataVerb,
);
