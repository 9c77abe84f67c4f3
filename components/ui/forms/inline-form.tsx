"use client";

import { Alert, Stack } from "@mantine/core";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { Form } from "@/lib/web/forms/resource";
import { FormFields } from "./form-fields";
import { refusedFields } from "./refused-fields";

interface Props {
  form: Form;
  action: FormAction;
  /** Whether the button is one of several of the same weight. */
  isSecondary?: boolean;
}

/** A form in the page itself, with fields of the plain kinds. It works without JavaScript. */
export function InlineForm({ form, action, isSecondary = false }: Props) {
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
        <FormFields fields={form.fields} faults={faults} />
        <div>
          <SubmitButton {...(isSecondary && { variant: "default" })}>{form.submit}</SubmitButton>
        </div>
      </Stack>
    </form>
  );
}
