"use client";

import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";

interface Props {
  title: string;
  /** Whether the button is there. Its dialog stays a moment longer, to tell the outcome. */
  isOffered: boolean;
  isDestructive?: boolean;
  /** The field that says why. */
  field: { name: string; label: string; description: string };
  action: FormAction;
  done: string;
  /** The content above the field. */
  children?: ReactNode;
}

/** A button whose dialog changes the standing of a project, and asks why. */
export function StandingButton({ title, isOffered, isDestructive, field, action, done, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: field.name, label: title, keys: "c", isOn: isOffered }, open);
  const finish = () => {
    close();
    announce({ isDone: true, value: null }, done);
  };
  return (
    <>
      {isOffered && (
        <ScriptButton variant="default" onClick={open} title={`${title} (C)`}>
          {title}
        </ScriptButton>
      )}
      <Dialog opened={isOpen} onClose={close} title={title}>
        <ActionForm action={action} onDone={finish} label={title}>
          {children}
          <TextInput {...field} required maxLength={500} autoComplete="off" data-autofocus />
          <DialogButtons close={close}>
            <SubmitButton {...(isDestructive && { color: "red" })}>{title}</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
