"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { ActionForm } from "./action-form";
import { Dialog } from "./dialog";
import { DialogButtons } from "./dialog-buttons";
import { ScriptButton } from "./script-button";
import { SubmitButton } from "./submit-button";
import { isTyped, TypedName } from "./typed-name";

interface Props {
  /** The title of the dialog and the label of the button: the action, and its object. */
  title: string;
  /** A text that names the loss. */
  children: ReactNode;
  /** The text that the user has to type. */
  name: string;
  action: FormAction;
}

/** A button for an action that cannot be undone. Its dialog asks the user to type a name before it runs the action. */
export function ConfirmByTyping({ title, children, name, action }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState("");
  return (
    <>
      <ScriptButton variant="default" onClick={open}>
        {title}
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <ActionForm action={action}>
          <Text component="div">{children}</Text>
          <TypedName name={name} typed={typed} onType={setTyped} />
          <DialogButtons close={close}>
            <SubmitButton color="red" disabled={!isTyped({ name, typed })}>
              {title}
            </SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}
