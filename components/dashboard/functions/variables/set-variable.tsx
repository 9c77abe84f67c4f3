"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { NamedValueForm } from "../named-value-form";

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

/** The form that sets a variable, new or known. */
export function VariableForm(props: Props) {
  return (
    <NamedValueForm
      kind="variable"
      nameField="variable"
      placeholder="MODE"
      description="Anyone who may change the function sees it. Use a secret for a value that must stay hidden."
      isValueRequired={false}
      {...props}
    />
  );
}
