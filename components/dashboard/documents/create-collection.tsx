"use client";

import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { ActionForm } from "../action-form";
import { SubmitButton } from "../submit-button";

interface Props {
  create: (previous: { message: string | null }, form: FormData) => Promise<{ message: string | null }>;
}

export function CreateCollection({ create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create collection
      </Button>
      <Modal opened={isOpen} onClose={close} title="Create collection" closeButtonProps={{ "aria-label": "Close" }}>
        <ActionForm action={create}>
          <TextInput
            name="name"
            label="Name"
            description="Also the name of its table in the schema documents; at most 63 bytes."
            required
            maxLength={63}
            autoComplete="off"
            spellCheck={false}
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
