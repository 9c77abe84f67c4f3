"use client";

import type { ComponentProps } from "react";
import { Consequences } from "@/components/ui/consequences";
import { FieldForm } from "./field-form";
import type { FieldFormProps } from "./opened-form";

interface Props extends Pick<FieldFormProps<unknown>, "action" | "close">, ComponentProps<typeof Consequences> {
  title: string;
  /** The step after it was done; by default the dialog closes. */
  onDone?: () => void;
}

/** The content of a dialog that deletes something: the things that go and that stay, and the button. */
export function DeleteForm({ title, action, close, onDone = close, ...consequences }: Props) {
  const form = { title, submit: "Delete", isDestructive: true, fields: [] };
  return (
    <FieldForm form={form} action={action} close={close} onDone={onDone}>
      <Consequences {...consequences} />
    </FieldForm>
  );
}
