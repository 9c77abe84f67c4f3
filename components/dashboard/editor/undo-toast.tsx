"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** Says what was changed, with the way back. */
export function showUndoToast(what: string, undo: () => void): void {
  const id = notifications.show({
    color: "leaf",
    role: "status",
    autoClose: 12_000,
    closeButtonProps: { "aria-label": "Close" },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{what}</span>
        <Button
          size="compact-sm"
          variant="light"
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
