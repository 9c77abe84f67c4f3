"use client";

import type { ButtonProps, MantineSize } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { ScriptButton } from "@/components/ui/script-button";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { loadFieldForm } from "./field-form";
import { FormDialog } from "./form-dialog";
import type { FieldFormProps } from "./opened-form";

interface Look extends Pick<ButtonProps, "size" | "variant"> {
  /** The text of the button; by default that of the command. */
  label?: string;
  /** The icon of the button; by default a plus sign, `null` for none. */
  icon?: ReactNode;
}

interface Props<Value> extends Omit<FieldFormProps<Value>, "close"> {
  /** The id of the command that opens the dialog, such as `create-bucket`. */
  command: string;
  /** The name of the command; by default the title of the form. */
  commandLabel?: string;
  /** The key of that command; `null` for none. */
  keys?: string | null;
  button?: Look;
  /** The width of the dialog. */
  dialog?: MantineSize;
  /** Whether the button is there. Its dialog stays a moment longer, to tell the outcome. */
  isOffered?: boolean;
}

/** A button whose dialog has a form; the palette and a key open it too. */
export function FormButton<Value>({
  command,
  commandLabel,
  keys = "c",
  isOffered = true,
  button = {},
  dialog,
  ...content
}: Props<Value>) {
  const { label, icon = PLUS, ...look } = button;
  const name = commandLabel ?? content.form.title;
  const [isOpen, { open, close }] = useDisclosure();
  useWhenIdle(() => void loadFieldForm().catch(() => undefined));
  useCommand({ id: command, label: name, isOn: isOffered, ...(keys !== null && { keys }) }, open);
  return (
    <>
      {isOffered && (
        <ScriptButton
          {...look}
          leftSection={icon}
          onClick={open}
          {...(keys !== null && { title: `${name} (${keys.toUpperCase()})` })}
        >
          {label ?? name}
        </ScriptButton>
      )}
      <FormDialog {...content} size={dialog} isOpen={isOpen} close={close} />
    </>
  );
}

const PLUS = <IconPlus size={16} aria-hidden />;
