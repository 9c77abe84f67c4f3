"use client";

import { Button, Group, Text, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Form } from "@/lib/web/forms/resource";
import type { FormAction } from "./form-action";
import { SaveButton } from "./save-button";
import { useFormAction } from "./use-form-action";
import { useUnsaved } from "./use-unsaved";

interface Props {
  /** The form of the text; its title names the setting. */
  form: Form;
  /** The stored text. */
  value: string;
  autoComplete?: string;
  action: FormAction;
}

/**
 * A setting that is one text, and its form. It is saved by its button or ⌘S, says its former value, and can be reset;
 * a refused text is marked, has the focus and says why.
 */
export function TextSetting({ form: { title, fields }, value, autoComplete = "off", action }: Props) {
  const { state, form } = useFormAction(action);
  const [text] = fields;
  /** The text typed since the last answer; `null` while there is none. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Whether the last answer is about the field's text. */
  const [isAnswered, setIsAnswered] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const differs = typed !== null && typed !== value;
  const settle = useEffectEvent((isDone: boolean) => {
    setIsAnswered(true);
    if (isDone) setTyped(null);
    else field.current?.focus();
  });
  useEffect(() => {
    if (state) settle(state.isDone);
  }, [state]);
  useUnsaved(form.ref, differs);
  const note = (text: string | null) => {
    setTyped(text);
    setIsAnswered(false);
  };
  const reset = () => {
    if (field.current) field.current.value = value;
    note(null);
    field.current?.focus();
  };
  return (
    <form {...form} aria-label={title}>
      <TextInput
        ref={field}
        name={text?.name}
        label={title}
        defaultValue={value}
        onChange={(event) => note(event.currentTarget.value)}
        error={isAnswered && state?.isDone === false ? state.message : null}
        required
        maxLength={text?.maxLength}
        autoComplete={autoComplete}
      />
      <Group mt="sm" gap="sm" mih="var(--control-height)">
        <SaveButton differs={differs} />
        {differs && (
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
        )}
        <Text size="xs" c="dimmed" role="status">
          {differs && (value === "" ? "Not saved yet" : `Not saved yet, was ${value}`)}
          {!differs && isAnswered && state?.isDone && "Saved."}
        </Text>
      </Group>
    </form>
  );
}
