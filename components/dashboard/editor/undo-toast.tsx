"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";

let last: string | null = null;

/** Says what was changed last, with the way back; a run of many statements leaves no heap of these. */
export function showUndoToast(what: string, undo: () => void): void {
  if (last !== null) notifications.hide(last);
  const id = notifications.show({
    color: "leaf",
    role: "status",
    autoClose: 12_000,
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
  last = id;
}
