"use client";

import { useDisclosure } from "@mantine/hooks";
import type { FormAction } from "@/components/ui/form-action";
import { loadFieldForm } from "@/components/ui/forms/field-form";
import { FormDialog } from "@/components/ui/forms/form-dialog";
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
      <FormDialog {...{ form, action, isOpen, close }} />
    </>
  );
}
