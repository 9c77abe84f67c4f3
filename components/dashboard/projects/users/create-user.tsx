"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { FirstPassword } from "./first-password";
import { UserFields } from "./user-fields";

/** A button whose dialog creates a user, whose page then opens. */
export function CreateUser({ create }: { create: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "create-user", label: "Create user", keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open} title="Create user (C)">
        Create user
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Create user">
        <ActionForm action={create} label="Create user">
          <UserFields />
          <FirstPassword />
          <DialogButtons close={close}>
            <SubmitButton>Create user</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
