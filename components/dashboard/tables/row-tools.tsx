"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { showRefusal } from "@/components/ui/announce";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import type { Refused } from "@/lib/web/resource";
import { RowForm } from "./row-form";

interface Props {
  table: BrowsedTable;
  selected: ReadonlySet<number>;
  isWorking: boolean;
  start: (work: () => Promise<void>) => void;
  insert: (values: Record<string, string | null>, mayKeepDatabase: boolean) => Promise<Refused | null>;
  remove: (selected: ReadonlySet<number>, mayKeepDatabase: boolean) => Promise<Refused | null>;
}

/** The buttons of the rows: delete the selected ones, add one. */
export function RowTools({ table: { shape }, selected, isWorking, start, insert, remove }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  /** Why deleting needs a restore point, where that became known by trying. */
  const [found, setFound] = useState<string | null>(null);
  const reason = found ?? shape.restorePointReason;
  const removeSelected = () =>
    start(async () => {
      const refusal = await remove(selected, reason !== null);
      setFound(reason === null ? (refusal?.restorePointReason ?? null) : null);
      if (refusal?.restorePointReason && reason === null) setIsAsking(true);
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
          onClick={() => setIsAsking(true)}
        >
          Delete {countText(selected.size, "row")}
        </Button>
      )}
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIsAdding(true)}>
        Add row
      </Button>
      {isAdding && (
        <RowForm
          columns={shape.columns}
          restorePointReason={shape.restorePointReason}
          insert={insert}
          onClose={() => setIsAdding(false)}
        />
      )}
      <Confirm
        isOpen={isAsking}
        title={`Delete ${countText(selected.size, "row")}`}
        confirm={reason === null ? "Delete" : "Create restore point and delete"}
        onClose={() => setIsAsking(false)}
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
