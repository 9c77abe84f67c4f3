"use client";

import { Text, TextInput } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { SubmitButton } from "@/components/ui/submit-button";
import { BanEnd } from "./ban-end";
import { type NamedUser, type UserChanges, whom } from "./changes";

export interface DialogProps {
  users: readonly NamedUser[];
  isOpen: boolean;
  close: () => void;
  onDone: () => void;
}

/** Asks for the reason of a ban, which its users do not see. */
export function BanDialog({ users, isOpen, close, onDone, ban }: DialogProps & Pick<UserChanges, "ban">) {
  const title = users.length === 1 ? "Ban user" : `Ban ${users.length} users`;
  return (
    <Dialog opened={isOpen} onClose={close} title={title}>
      <ActionForm action={ban.bind(null, idsOf(users))} onDone={onDone} label={title}>
        <Text size="sm">
          {whom(users)} {users.length === 1 ? "is" : "are"} signed out everywhere, and can't sign in until the ban ends.
          Nothing of {users.length === 1 ? "theirs" : "them"} is deleted.
        </Text>
        <TextInput
          name="reason"
          label="Reason"
          description="Optional. For your team: users don't see it."
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <BanEnd />
        <DialogButtons close={close}>
          <SubmitButton color="red">{title}</SubmitButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

export const idsOf = (users: readonly NamedUser[]): string[] => users.map(({ id }) => id);
