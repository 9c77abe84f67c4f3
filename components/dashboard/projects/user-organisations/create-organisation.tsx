"use client";

import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { NameFields } from "./name-fields";

/** A button whose dialog creates an organisation that a user owns. */
export function CreateOrganisation({ create }: { create: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "create-user-organisation", label: "Create organisation", keys: "c" }, open);
  const onDone = (value: unknown) => {
    close();
    announce({ isDone: true, value }, "Organisation created");
  };
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Create organisation (C)">
        Create organisation
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Create organisation">
        <ActionForm action={create} onDone={onDone}>
          <NameFields />
          <TextInput
            name="owner"
            label="Owner"
            description="Email address or ID of a user."
            required
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
          />
          <DialogButtons close={close}>
            <SubmitButton>Create organisation</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
