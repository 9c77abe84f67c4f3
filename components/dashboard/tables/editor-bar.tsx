"use client";

import { Button, Group, Text } from "@mantine/core";
import { copyText } from "@/components/ui/copy-text";
import type { CellEdit } from "./cell-edit";
import classes from "./cell-editor.module.css";
import type { CellEditing } from "./use-cell-edit";

interface Props {
  editing: CellEditing;
  edit: CellEdit;
  messageId: string;
}

/** The bar below the edited value: errors, the effect of saving, and buttons for users without a keyboard. */
export function EditorBar({ editing: { save, cancel }, edit, messageId }: Props) {
  const { column, draft, seen, message, readOnlyReason, restorePointReason, isSaving } = edit;
  // The field keeps the focus, so that the keyboard of a phone stays open.
  const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press of a button here leaves the focus in the field
    <div className={classes.foot} onMouseDown={keepFocus}>
      <div id={messageId}>
        {message !== null && (
          <Text role="alert" size="sm" className={classes.fault}>
            {message}
          </Text>
        )}
        {(readOnlyReason ?? restorePointReason) !== null && (
          <Text size="xs" className={classes.notice}>
            {readOnlyReason ?? restorePointReason}
          </Text>
        )}
      </div>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {readOnlyReason === null && `${column.input === "json" ? "Ctrl+Enter" : "Enter"} saves, Esc cancels`}
        </Text>
        {readOnlyReason === null ? (
          <Group gap={6} wrap="nowrap" ml="auto">
            {column.isNullable && (
              <Button
                size="compact-xs"
                variant="subtle"
                disabled={isSaving || seen === null}
                onClick={() => save(null, "stay")}
              >
                Set to NULL
              </Button>
            )}
            <Button size="compact-xs" variant="default" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
            <Button size="compact-xs" loading={isSaving} onClick={() => save(draft, "stay")}>
              Save
            </Button>
          </Group>
        ) : (
          <Group gap={6} wrap="nowrap" ml="auto">
            <Button
              size="compact-xs"
              variant="default"
              disabled={seen === null}
              onClick={() => copyText(seen ?? "", "Value")}
            >
              Copy
            </Button>
            <Button size="compact-xs" variant="default" onClick={cancel}>
              Close
            </Button>
          </Group>
        )}
      </Group>
    </div>
  );
}
