"use client";

import { Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { ActionForm } from "./action-form";
import { useCommand } from "./commands/use-command";
import { Dialog } from "./dialog";
import { DialogButtons } from "./dialog-buttons";
import { ScriptButton } from "./script-button";
import { SubmitButton } from "./submit-button";

interface Props {
  /** The id of the command that opens the dialog, such as `create-database`. */
  command: string;
  /** The label of the button. */
  button: string;
  icon: ReactNode;
  /** The title of the dialog, where it differs from the label of the button. */
  title?: string;
  /** A sentence about what else is affected. */
  consequence?: string;
  /** The rules for the name. */
  description?: string;
  maxLength: number;
  create: FormAction;
}

/** A button whose dialog asks for a name and creates something with it. */
export function CreateByName({
  command,
  button,
  icon,
  title = button,
  consequence,
  description,
  maxLength,
  create,
}: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: command, label: button, keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={icon} onClick={open} title={`${button} (C)`}>
        {button}
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <ActionForm action={create}>
          {consequence && <Text>{consequence}</Text>}
          <TextInput
            name="name"
            label="Name"
            description={description}
            required
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <DialogButtons close={close}>
            <SubmitButton>{button}</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
