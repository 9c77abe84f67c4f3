"use client";

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";

interface Props {
  databaseName: string;
  isDisabled: boolean;
  create: (name: string) => void;
}

/** A button with a dialog that asks for a name. The page shows the progress. */
export function CreatePoint({ databaseName, isDisabled, create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState("");
  return (
    <>
      <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={open} disabled={isDisabled}>
        Create restore point
      </Button>
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
                Create
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
