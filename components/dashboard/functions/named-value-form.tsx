"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";

interface Props {
  kind: "secret" | "variable";
  /** The name under which the form sends the name. */
  nameField: string;
  placeholder: string;
  /** The words below the value's field about those who see it. */
  description: string;
  /** `null` for a new one; `value` is undefined where it isn't shown. */
  known: { name: string; value?: string } | null;
  isValueRequired: boolean;
  set: FormAction;
  close: () => void;
}

/** Sets a value of a function by its name, within a dialog. */
export function NamedValueForm(props: Props) {
  const { kind, nameField, placeholder, description, known, isValueRequired, set, close } = props;
  const [name, setName] = useState(known?.name ?? "");
  const onDone = () => {
    close();
    announce({ isDone: true, value: null }, `${kind === "secret" ? "Secret" : "Variable"} ${name} set.`);
  };
  return (
    <ActionForm action={set} onDone={onDone} label={`Set ${kind}`}>
      <TextInput
        name={nameField}
        label="Name"
        placeholder={placeholder}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        readOnly={known !== null}
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={known === null || undefined}
      />
      <Textarea
        name="value"
        label="Value"
        description={description}
        defaultValue={known?.value}
        rows={3}
        required={isValueRequired}
        maxLength={8_192}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={known !== null || undefined}
      />
      <DialogButtons close={close}>
        <SubmitButton>Set</SubmitButton>
      </DialogButtons>
    </ActionForm>
  );
}
