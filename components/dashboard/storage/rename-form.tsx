"use client";

import { Checkbox, TextInput } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { ObjectChanges } from "./changes";

interface Props {
  from: string;
  button: "Move" | "Copy";
  rename: ObjectChanges["move"];
  close: () => void;
  /** Gets the new key. */
  onDone: (key: string) => void;
}

/** Asks for the key that an object is moved or copied to. */
export function RenameForm({ from, button, rename, close, onDone }: Props) {
  const action: FormAction<{ key: string }> = (previous, form) => rename(from, previous, form);
  return (
    <ActionForm action={action} onDone={({ key }) => onDone(key)} label={`${button} ${from}`}>
      <TextInput
        name="to"
        label="New key"
        description="With the folders it's in, such as invoices/2026/march.pdf"
        defaultValue={from}
        required
        maxLength={1_024}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Checkbox name="overwrite" label="Replace an object that has this key" />
      <DialogButtons close={close}>
        <SubmitButton>{button}</SubmitButton>
      </DialogButtons>
    </ActionForm>
  );
}
