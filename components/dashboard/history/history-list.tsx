"use client";

import { useState } from "react";
import { ByDay } from "@/components/ui/by-day";
import { useOpenInEditor } from "../editor/use-open-in-editor";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import type { HistoryEntry } from "./history-entry";
import { HistoryRow } from "./history-row";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  statements: readonly HistoryEntry[];
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
}

/** The statements of the history, newest first, by day. */
export function HistoryList({ databaseId, editor, statements, undoVerbs }: Props) {
  const open = useOpenInEditor(databaseId, editor);
  const [undoing, setUndoing] = useState<string | null>(null);
  return (
    <>
      <ByDay
        label="Statements"
        entries={statements.map((entry) => ({
          key: entry.id,
          at: entry.startedAt,
          row: <HistoryRow entry={entry} open={(text) => void open(text)} ask={undoVerbs && setUndoing} />,
        }))}
      />
      {undoVerbs && <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </>
  );
}
