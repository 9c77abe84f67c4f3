"use client";

import { Group, type GroupProps, TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Form, FormField } from "@/lib/web/forms/resource";
import { shownText } from "./filled-form";

interface Props extends Pick<GroupProps, "justify" | "mb"> {
  /** A form of one text, or of a few. */
  form: Form;
  action: FormAction;
  isSecondary?: boolean;
  /** A field of another kind, behind the texts. */
  children?: ReactNode;
}

/** A form in one line of the page: its texts and its button. It works without JavaScript. */
export function LineForm({ form, action, isSecondary = false, children, ...align }: Props) {
  return (
    <ActionForm action={action} label={form.title}>
      <Group align="flex-end" gap="xs" {...align}>
        {form.fields.map((field) => (
          // A saved value is the start of a new field.
          <LineField key={`${field.name} ${shownText(field)}`} field={field} />
        ))}
        {children}
        <SubmitButton {...(isSecondary && { variant: "default" })}>{form.submit}</SubmitButton>
      </Group>
    </ActionForm>
  );
}

function LineField({ field }: { field: FormField }) {
  const { name, label, note, placeholder, kind, isRequired, maxLength, suggestions } = field;
  const list = useId();
  return (
    <>
      <TextInput
        {...{ name, label, placeholder, maxLength }}
        description={note}
        defaultValue={shownText(field)}
        list={suggestions && list}
        required={isRequired}
        autoComplete="off"
        inputMode={kind === "url" ? "url" : undefined}
        spellCheck={false}
        ta="start"
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
