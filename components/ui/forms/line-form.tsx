"use client";

import { Group, type GroupProps, TextInput } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Form } from "@/lib/web/forms/resource";

interface Props extends Pick<GroupProps, "justify"> {
  /** A form of one text, or of a few. */
  form: Form;
  action: FormAction;
  isSecondary?: boolean;
}

/** A form in one line of the page: its texts and its button. It works without JavaScript. */
export function LineForm({ form, action, isSecondary = false, ...align }: Props) {
  return (
    <ActionForm action={action} label={form.title}>
      <Group align="flex-end" gap="xs" {...align}>
        {form.fields.map(({ name, label, note, placeholder, kind, isRequired, maxLength }) => (
          <TextInput
            key={name}
            {...{ name, label, placeholder, maxLength }}
            description={note}
            required={isRequired}
            autoComplete="off"
            inputMode={kind === "url" ? "url" : undefined}
            spellCheck={false}
            ta="start"
          />
        ))}
        <SubmitButton {...(isSecondary && { variant: "default" })}>{form.submit}</SubmitButton>
      </Group>
    </ActionForm>
  );
}
