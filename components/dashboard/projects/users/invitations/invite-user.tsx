"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMailPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { UserInvitation } from "@/lib/sign-in/user-invitations/resource";
import { LANGUAGES } from "../languages";

/** A button whose dialog invites someone to create an account. */
export function InviteUser({ invite }: { invite: FormAction<UserInvitation> }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "invite-user", label: "Invite user", keys: "i" }, open);
  const finish = (invitation: UserInvitation) => {
    close();
    announce({ isDone: true, value: invitation }, `Invitation sent to ${invitation.email}`);
  };
  return (
    <>
      <ScriptButton
        variant="default"
        leftSection={<IconMailPlus size={16} aria-hidden />}
        onClick={open}
        title="Invite user (I)"
      >
        Invite user
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Invite user">
        <ActionForm action={invite} onDone={finish} label="Invite user">
          <TextInput
            name="email"
            type="email"
            label="Email"
            description="They get a link that works for 7 days, also if sign-up is off."
            required
            maxLength={254}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            name="redirectTo"
            type="url"
            label="Continue to"
            description="Optional: an address that your project allows."
            placeholder="https://app.example.com/welcome"
            maxLength={2048}
            autoComplete="off"
          />
          <NativeSelect name="locale" label="Language of the email" data={LANGUAGES} maw="14rem" />
          <DialogButtons close={close}>
            <SubmitButton>Send invitation</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
