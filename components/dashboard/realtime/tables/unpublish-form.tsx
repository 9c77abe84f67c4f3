"use client";

import { Text } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { SubmitButton } from "@/components/ui/submit-button";
import type { TableChanges } from "./changes";

interface Props {
  table: string;
  unpublish: TableChanges["unpublish"];
  close: () => void;
}

export function UnpublishForm({ table, unpublish, close }: Props) {
  return (
    <ActionForm action={unpublish.bind(null, table)} onDone={close} label="Stop publishing">
      <Text>
        Apps no longer hear of changes of <code>{table}</code>, and their subscriptions to it end. The table, its rows
        and its policies stay as they are. You can publish it again at any time.
      </Text>
      <DialogButtons close={close}>
        <SubmitButton color="red">Stop publishing</SubmitButton>
      </DialogButtons>
    </ActionForm>
  );
}
