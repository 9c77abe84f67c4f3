"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { Form } from "@/lib/web/forms/resource";
import { FieldForm, loadFieldForm } from "./field-form";

interface Props {
  form: Form;
  action: FormAction;
  /** The id of the command that opens the dialog, such as `create-bucket`. */
  command: string;
  /** By default, a plus sign. */
  icon?: ReactNode;
}

/** A button whose dialog creates something; the palette and the key C open it too. */
export function FormButton({ form, action, command, icon = <IconPlus size={16} aria-hidden /> }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useWhenIdle(() => void loadFieldForm().catch(() => undefined));
  useCommand({ id: command, label: form.submit, keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={icon} onClick={open} title={`${form.submit} (C)`}>
        {form.submit}
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title={form.title}>
        <FieldForm form={form} action={action} close={close} onDone={close} />
      </Dialog>
    </>
  );
}
