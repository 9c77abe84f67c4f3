"use client";

import { Button, Group } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "../confirm";
import { RowForm } from "./row-form";
import type { Column } from "./table";
import { rowsText } from "./use-row-changes";

interface Props {
  columns: readonly Column[];
  selected: number;
  isWorking: boolean;
  insert: (values: Record<string, string | null>) => Promise<string | null>;
  removeSelected: () => void;
}

/** What can be done with rows beside changing one value. */
export function RowTools({ columns, selected, isWorking, insert, removeSelected }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Group gap="xs">
      {selected > 0 && (
        <Button
          size="xs"
          color="red"
          variant="light"
          loading={isWorking}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          Delete {rowsText(selected)}
        </Button>
      )}
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIsAdding(true)}>
        Add row
      </Button>
      {isAdding && <RowForm columns={columns} insert={insert} onClose={() => setIsAdding(false)} />}
      <Confirm
        isOpen={isAsking}
        title={`Delete ${rowsText(selected)}`}
        confirm="Delete"
        onClose={() => setIsAsking(false)}
        onConfirm={removeSelected}
      >
        You can undo it right after, and later in the history.
      </Confirm>
    </Group>
  );
}
