"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";

/** A button whose dialog sets a variable. */
export function SetVariable({ set }: { set: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <ScriptButton variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Set variable
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Set variable">
        <VariableForm known={null} set={set} close={close} />
      </Dialog>
    </>
  );
}

interface Props {
  /** `null` for a new one. */
  known: { name: string; value: string } | null;
  set: FormAction;
  close: () => void;
}

export function VariableForm({ known, set, close }: Props) {
  const [name, setName] = useState(known?.name ?? "");
  const onDone = () => {
    close();
    announce({ isDone: true, value: null }, `Variable ${name} set.`);
  };
  return (
    <ActionForm action={set} onDone={onDone} label="Set variable">
      <TextInput
        name="variable"
        label="Name"
        placeholder="MODE"
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
        description="Whoever may change the function sees it. What must stay hidden is a secret."
        defaultValue={known?.value}
        rows={3}
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
