"use client";

import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconGitBranch } from "@tabler/icons-react";
import { ActionForm } from "../action-form";
import { ScriptButton } from "../script-button";
import { SubmitButton } from "../submit-button";

interface Props {
  parentName: string;
  create: (previous: { message: string | null }, form: FormData) => Promise<{ message: string | null }>;
}

export function CreateBranch({ parentName, create }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ScriptButton leftSection={<IconGitBranch size={16} aria-hidden />} onClick={open}>
        Create branch
      </ScriptButton>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Branch of ${parentName}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ActionForm action={create}>
          <Text>
            A full copy with a password of its own. The sessions of {parentName} end, and new ones wait until it is
            copied.
          </Text>
          <TextInput name="name" label="Name" required maxLength={40} autoComplete="off" data-autofocus />
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
