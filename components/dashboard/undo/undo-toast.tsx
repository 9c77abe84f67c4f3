"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** Shows a notice of a change with a button that undoes it, in place of the one before. */
export function showUndoToast(what: string, undo: () => void): void {
  const id = notifications.show({
    color: "leaf",
    role: "status",
    autoClose: 12_000,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{what}</span>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
