"use client";

import { Button, Group, Switch, Text, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { showRefusal } from "@/components/ui/announce";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import type { Refused } from "@/lib/web/resource";
import type { RowEdits } from "./use-row-edits";

interface Props {
  table: BrowsedTable;
  edits: RowEdits;
  isWorking: boolean;
  start: (work: () => Promise<void>) => void;
  remove: (selected: ReadonlySet<number>, mayKeepDatabase: boolean) => Promise<Refused | null>;
}

/** The buttons of the rows: delete the selected ones, add one. */
export function RowTools({ table: { shape }, edits, isWorking, start, remove }: Props) {
  const { isCollecting, setIsCollecting, isAskingDelete, setIsAskingDelete } = edits;
  const selected = edits.grid.chosenRows;
  /** Why deleting needs a restore point, where that became known by trying. */
  const [found, setFound] = useState<string | null>(null);
  const reason = found ?? shape.restorePointReason;
  const removeSelected = () =>
    start(async () => {
      const refusal = await remove(selected, reason !== null);
      setFound(reason === null ? (refusal?.restorePointReason ?? null) : null);
      if (refusal?.restorePointReason && reason === null) setIsAskingDelete(true);
      else if (refusal) showRefusal(refusal.message);
    });
  return (
    <Group gap="xs">
      {selected.size > 0 && (
        <Button
          size="xs"
          color="red"
          variant="light"
          loading={isWorking}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={edits.removeRows}
        >
          Delete {countText(selected.size, "row")}
        </Button>
      )}
      <Tooltip label="Changes are marked, and applied together">
        <Switch
          size="xs"
          label="Collect changes"
          checked={isCollecting}
          onChange={(event) => setIsCollecting(event.currentTarget.checked)}
        />
      </Tooltip>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={edits.addRow}>
        Add row
      </Button>
      <Confirm
        isOpen={isAskingDelete}
        title={`Delete ${countText(selected.size, "row")}`}
        confirm={reason === null ? "Delete" : "Create restore point and delete"}
        onClose={() => setIsAskingDelete(false)}
        onConfirm={removeSelected}
      >
        {reason === null ? (
          "You can undo this right afterwards, or later from the history."
        ) : (
          <Text size="sm">{reason}</Text>
        )}
      </Confirm>
    </Group>
  );
}
