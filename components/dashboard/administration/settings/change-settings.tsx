"use client";

import { useDisclosure } from "@mantine/hooks";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm, loadFieldForm } from "@/components/ui/forms/field-form";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { Form } from "@/lib/web/forms/resource";

interface Props {
  form: Form;
  action: FormAction;
  label?: string;
}

/** A button whose dialog changes the settings of a group. */
export function ChangeSettings({ form, action, label = "Change" }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useWhenIdle(() => void loadFieldForm().catch(() => undefined));
  return (
    <>
      <ScriptButton variant="default" onClick={open} aria-label={form.title}>
        {label}
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title={form.title}>
        <FieldForm form={form} action={action} close={close} onDone={close} />
      </Dialog>
    </>
  );
}
