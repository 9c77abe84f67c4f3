"use client";

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";

interface Props {
  databaseName: string;
  isOpen: boolean;
  close: () => void;
  create: (name: string) => void;
}

/** The dialog that asks for a name. The page shows the progress. */
export function CreatePoint({ databaseName, isOpen, close, create }: Props) {
  const [name, setName] = useState("");
  return (
    <Dialog opened={isOpen} onClose={close} title="Create restore point">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          create(name);
          setName("");
        }}
      >
        <Stack gap="sm">
          <Text>Saves {databaseName} as it is now. Connections are closed until the copy is finished.</Text>
          <TextInput
            label="Name"
            placeholder="Before the import"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
            maxLength={80}
            autoComplete="off"
            data-autofocus
          />
          <DialogButtons close={close}>
            <Button type="submit" disabled={name.trim() === ""}>
              Create restore point
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
