"use client";

import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { ActionForm } from "./action-form";
import { ScriptButton } from "./script-button";
import { SubmitButton } from "./submit-button";

interface Props {
  /** Also the button's text: what is done, to what. */
  title: string;
  /** What is lost by it. */
  children: ReactNode;
  /** The text to type. */
  name: string;
  action: (previous: { message: string | null }, form: FormData) => Promise<{ message: string | null }>;
}

/** Something that cannot be taken back: asked for twice, the second time by name. */
export function ConfirmByTyping({ title, children, name, action }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState("");
  return (
    <>
      <ScriptButton color="red" variant="light" onClick={open}>
        {title}
      </ScriptButton>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ "aria-label": "Close" }}>
        <ActionForm action={action}>
          <Text component="div">{children}</Text>
          <TextInput
            name="confirmation"
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <SubmitButton color="red" disabled={typed.trim() !== name}>
              {title}
            </SubmitButton>
          </Group>
        </ActionForm>
      </Modal>
    </>
  );
}
