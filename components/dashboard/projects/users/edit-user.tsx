"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { OwnedUser } from "@/lib/sign-in/users/resource";
import { UserFields } from "./user-fields";

interface Props {
  user: Pick<OwnedUser, "email" | "name" | "emailVerified">;
  save: FormAction;
}

export function EditUser({ user, save }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "edit-user", label: "Edit user", keys: "e" }, open);
  const finish = () => {
    close();
    announce({ isDone: true, value: null }, "Saved.");
  };
  return (
    <>
      <ScriptButton variant="default" onClick={open} title="Edit user (E)">
        Edit
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Edit user">
        <ActionForm action={save} onDone={finish} label="Edit user">
          <UserFields email={user.email} name={user.name} isVerified={user.emailVerified} />
          <Text size="xs" c="dimmed">
            If the email changes, links and codes sent before stop working, and a verified old address is told.
          </Text>
          <DialogButtons close={close}>
            <SubmitButton>Save</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
