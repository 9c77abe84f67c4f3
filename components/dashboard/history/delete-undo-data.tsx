"use client";

import { NativeSelect, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  /** The size of this database's undo data, such as `12 MB`. */
  text: string;
  deleteOlder: (olderThan: string) => Promise<Outcome>;
}

const CHOICES = [
  { value: "week", label: "Older than 7 days" },
  { value: "day", label: "Older than a day" },
  { value: "now", label: "All" },
];

/** A button that deletes the data that would undo older changes, after asking how old. */
export function DeleteUndoData({ text, deleteOlder }: Props) {
  const { isWorking, run } = useOutcome();
  const [isAsking, { open, close }] = useDisclosure();
  const [age, setAge] = useState("week");
  return (
    <>
      <Text size="xs" c="dimmed">
        {text} of it undo data of this database
      </Text>
      <ScriptButton size="compact-xs" variant="default" disabled={isWorking} onClick={open}>
        Delete undo data
      </ScriptButton>
      <Confirm
        isOpen={isAsking}
        title="Delete undo data"
        confirm="Delete"
        onClose={close}
        onConfirm={() => run(() => deleteOlder(age), "Undo data deleted.")}
      >
        <Stack gap="sm">
          <Text>
            You will no longer be able to undo these changes. Their statements stay in the history, and restore points
            are kept.
          </Text>
          <NativeSelect
            label="Changes"
            data={CHOICES}
            value={age}
            onChange={(event) => setAge(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </>
  );
}
