"use client";

import { Button } from "@mantine/core";
import { IconPencilCode } from "@tabler/icons-react";
import { useOpenInEditor } from "./use-open-in-editor";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  text: string;
}

/** A button that opens a text in a new tab of the SQL editor. */
export function OpenInEditor({ databaseId, editor, text }: Props) {
  const open = useOpenInEditor(databaseId, editor);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencilCode size={14} aria-hidden />}
      onClick={() => void open(text)}
    >
      Open in SQL editor
    </Button>
  );
}
