"use client";

import type { MantineSize } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { createContext, type ReactNode, use } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { ScriptButton } from "@/components/ui/script-button";
import { useAsked } from "@/components/ui/use-asked";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import { loadFieldForm } from "./field-form";
import { FormDialog } from "./form-dialog";
import type { FieldFormProps } from "./opened-form";

interface PlacedForm<Value> extends Omit<FieldFormProps<Value>, "close"> {
  /** The id of the command that opens the form. */
  command: string;
  keys?: string;
  /** The width of the dialog. */
  dialog?: MantineSize;
}

interface Props<Value> {
  forms: readonly PlacedForm<Value>[];
  children: ReactNode;
}

const Open = createContext<(command: string) => void>(() => undefined);

/**
 * The part of a page with buttons that open forms. The dialogs stand outside of its lists, and so stay while those
 * change: the first key takes the empty state away together with its button.
 */
export function FormPlace<Value>({ forms, children }: Props<Value>) {
  const { asked, isAsking, ask, close } = useAsked<string>();
  useWhenIdle(() => void loadFieldForm().catch(() => undefined));
  const form = forms.find(({ command }) => command === asked);
  return (
    <Open value={ask}>
      {children}
      {forms.map((each) => (
        <FormCommand key={each.command} form={each} open={ask} />
      ))}
      {form && <FormDialog {...form} key={form.command} size={form.dialog} isOpen={isAsking} close={close} />}
    </Open>
  );
}

interface CommandProps {
  form: { command: string; keys?: string; form: { title: string } };
  open: (command: string) => void;
}

function FormCommand({ form: { command, keys, form }, open }: CommandProps) {
  useCommand({ id: command, label: form.title, ...(keys && { keys }) }, () => open(command));
  return null;
}

interface ButtonProps {
  command: string;
  /** The key of the command, which its tooltip says. */
  keys?: string;
  isSecondary?: boolean;
  children: string;
}

/** A button that opens a form of the place around it. */
export function PlacedFormButton({ command, keys, isSecondary = false, children }: ButtonProps) {
  const open = use(Open);
  return (
    <ScriptButton
      {...(isSecondary ? { variant: "default" } : { leftSection: <IconPlus size={16} aria-hidden /> })}
      onClick={() => open(command)}
      {...(keys && { title: `${children} (${keys.toUpperCase()})` })}
    >
      {children}
    </ScriptButton>
  );
}
