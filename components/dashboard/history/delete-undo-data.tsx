"use client";

import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  /** The size of this database's undo data, such as `12 MiB`. */
  text: string;
  deleteOlder: (olderThanDays: number) => Promise<Outcome>;
}

const CHOICES = [
  { value: "7", label: "Older than 7 days" },
  { value: "1", label: "Older than a day" },
  { value: "0", label: "All" },
];

/** A button that deletes what would undo older changes, after asking how old. */
export function DeleteUndoData({ text, deleteOlder }: Props) {
  const { isWorking, run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  const [days, setDays] = useState("7");
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        Undo data of this database: {text}
      </Text>
      <ScriptButton size="compact-sm" variant="default" disabled={isWorking} onClick={open}>
        Delete undo data
      </ScriptButton>
      <Confirm
        isOpen={isAsking}
        title="Delete undo data"
        confirm="Delete"
        onClose={close}
        onConfirm={() => run(() => deleteOlder(Number(days)), "Undo data deleted.")}
      >
        <Stack gap="sm">
          <Text>These changes can no longer be undone. The history keeps their statements; restore points stay.</Text>
          <NativeSelect
            label="Changes"
            data={CHOICES}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Group>
  );
}
