"use client";

import { Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "./forms/form-dialog";
import { ScriptButton } from "./script-button";

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
  const form = { title, submit: title, isDestructive: true, fields: [] };
  return (
    <>
      <ScriptButton variant="default" onClick={open}>
        {title}
      </ScriptButton>
      <FormDialog {...{ form, action, isOpen, close }} toType={name}>
        <Text component="div">{children}</Text>
      </FormDialog>
    </>
  );
}
