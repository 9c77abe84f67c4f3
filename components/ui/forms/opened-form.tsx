"use client";

import { Stack, Text } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { announce } from "@/components/ui/announce";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { isTyped, TypedName } from "@/components/ui/typed-name";
import { useFormAction } from "@/components/ui/use-form-action";
import type { Form } from "@/lib/web/forms/resource";
import { FormFields } from "./form-fields";
import { RareField } from "./rare-field";
import { refusedFields } from "./refused-fields";

export interface FieldFormProps<Value> {
  form: Form;
  action: FormAction<Value>;
  close: () => void;
  onDone?: (value: Value) => void;
  /** Returns the notice once it is done, in place of the form's own. */
  done?: (value: Value) => string;
  /** The content in place of the form once it is done, such as a secret. */
  result?: (value: Value, close: () => void) => ReactNode;
  /** Content above the fields. */
  children?: ReactNode;
  /** A part below the fields, which asks for something that no kind of field can. */
  last?: ReactNode;
  /** The text that has to be typed first, for something that can't be undone; it is sent as `confirmation`. */
  toType?: string;
}

/** The content of a dialog with a form: a refusal stands at its field, and above the form if it is of none. */
export default function OpenedForm<Value>({
  form,
  action,
  close,
  onDone,
  result,
  toType,
  ...rest
}: FieldFormProps<Value>) {
  const [typed, setTyped] = useState("");
  const { state, form: props } = useFormAction(action);
  const { faults, message } = refusedFields(form, state);
  const settle = useEffectEvent(() => {
    if (state?.isDone) {
      onDone?.(state.value);
      const done = rest.done?.(state.value) ?? (form.done && filledIn(form.done, state.value));
      if (done !== undefined) announce(state, done);
      return;
    }
    const first = form.fields.find(({ name }) => name in faults);
    if (first)
      props.ref.current
        ?.querySelector<HTMLElement>(`[name="${first.name}"]:not([type="hidden"]), [data-field="${first.name}"]`)
        ?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submission has an outcome of its own
  useEffect(() => settle(), [state]);
  useFirstField(props.ref);
  if (state?.isDone && result) return result(state.value, close);
  return (
    <form {...props} aria-label={form.title}>
      <Stack gap="sm">
        <Refusal message={message} />
        {form.text !== undefined && <Text>{form.text}</Text>}
        {rest.children}
        {form.fields.length > 0 && <FormFields fields={form.fields} faults={faults} rare={RareField} />}
        {rest.last}
        {toType !== undefined && <TypedName name={toType} typed={typed} onType={setTyped} />}
        <DialogButtons close={close} isWorking={form.isDestructive === true && props["aria-busy"]}>
          <SubmitButton
            {...(form.isDestructive && { color: "red" })}
            disabled={toType !== undefined && !isTyped({ name: toType, typed })}
          >
            {form.submit}
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Focuses the first field: the dialog looks for it once it is open, which may be before the form is loaded. */
function useFirstField(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), [form]);
}

/** Returns a notice with properties of the outcome in the places of their names. */
function filledIn(notice: string, value: unknown): string {
  return notice.replace(/\{(\w+)\}/g, (_, name: string) => String((value as Record<string, unknown>)[name]));
}
