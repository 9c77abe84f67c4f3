"use client";

import { ScriptButton } from "@/components/ui/script-button";
import { useOpenInEditor } from "../editor/use-open-in-editor";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  text: string;
  children: string;
}

const MAX_NAME = 80;

/** A button in a list that opens a statement in a new tab of the SQL editor, where nothing runs until it is asked to. */
export function OpenStatement({ databaseId, editor, text, children }: Props) {
  const open = useOpenInEditor(databaseId, editor);
  return (
    <ScriptButton
      size="compact-sm"
      variant="default"
      aria-label={`Open in SQL editor: ${text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_NAME)}`}
      onClick={() => void open(text)}
    >
      {children}
    </ScriptButton>
  );
}
