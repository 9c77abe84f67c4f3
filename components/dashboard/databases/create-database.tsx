"use client";

import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { ActionForm } from "../action-form";
import { ScriptButton } from "../script-button";
import { SubmitButton } from "../submit-button";

interface Props {
  create: (previous: { message: string | null }, form: FormData) => Promise<{ message: string | null }>;
}

export function CreateDatabase({ create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create database
      </ScriptButton>
      <Modal opened={isOpen} onClose={close} title="Create database" closeButtonProps={{ "aria-label": "Close" }}>
        <ActionForm action={create}>
          <TextInput
            name="name"
            label="Name"
            description="1 to 40 characters, not yet used in the organisation."
            required
            maxLength={40}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <SubmitButton>Create</SubmitButton>
          </Group>
        </ActionForm>
      </Modal>
    </>
  );
}
