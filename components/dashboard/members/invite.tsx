"use client";

import { NativeSelect, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { roleName, roleText } from "./role";

interface Props {
  roles: readonly string[];
  invite: FormAction<{ sent: readonly string[] }>;
}

/** A button whose dialog invites several addresses at once. */
export function Invite({ roles, invite }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [role, setRole] = useState("developer");
  useCommand({ id: "invite-member", label: "Invite members", keys: "c" }, open);
  const finish = ({ sent }: { sent: readonly string[] }) => {
    close();
    announce({ isDone: true, value: sent }, doneWords(sent));
  };
  return (
    <>
      <ScriptButton leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open} title="Invite members (C)">
        Invite members
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Invite members">
        <ActionForm action={invite} onDone={finish} label="Invite members">
          <Textarea
            name="emails"
            label="Email addresses"
            description="Separate several with commas, spaces or lines."
            required
            rows={3}
            autoComplete="off"
            data-autofocus
          />
          <NativeSelect
            name="role"
            label="Role"
            data={roles.map((value) => ({ value, label: roleName(value) }))}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed" aria-live="polite">
            {roleText(role)}
          </Text>
          <DialogButtons close={close}>
            <SubmitButton>Send invitations</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

function doneWords(sent: readonly string[]): string {
  const [first = ""] = sent;
  return sent.length === 1 ? `Invitation sent to ${first}` : `${sent.length} invitations sent`;
}
