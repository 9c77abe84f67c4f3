"use client";

import { Alert, Stack } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { Form } from "@/lib/web/forms/resource";
import { FormFields } from "./form-fields";
import type { RareProps } from "./rare-field";
import { refusedFields } from "./refused-fields";

interface Props {
  form: Form;
  action: FormAction;
  /** Whether the button is one of several of the same weight. */
  isSecondary?: boolean;
  /** Draws the fields of kinds that are usually in dialogs alone. */
  rare?: ComponentType<RareProps>;
  /** A part below the fields, which asks for something that no kind of field can. */
  children?: ReactNode;
}

/** A form in the page itself. It works without JavaScript. */
export function InlineForm({ form, action, isSecondary = false, rare, children }: Props) {
  const { state, form: props } = useFormAction(action);
  const { faults, message } = refusedFields(form, state);
  return (
    <form {...props} aria-label={form.title}>
      <Stack gap="sm">
        <Refusal message={message} />
        {state?.isDone && form.done !== undefined && (
          <Alert role="status" color="leaf" variant="light">
            {form.done}
          </Alert>
        )}
        <FormFields fields={form.fields} faults={faults} rare={rare} />
        {children}
        <div>
          <SubmitButton {...(isSecondary && { variant: "default" })}>{form.submit}</SubmitButton>
        </div>
      </Stack>
    </form>
  );
}
