"use client";

import { Alert, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "./refusal";
import { useFormAction } from "./use-form-action";

interface Props<Value> {
  action: FormAction<Value>;
  /** The message of a success, where the page itself does not show it. */
  done?: string | ((value: Value) => string);
  /** The step after it was done, such as closing the dialog around it. */
  onDone?: (value: Value) => void;
  /** The accessible name, which distinguishes several forms of a page. */
  label?: string;
  children: ReactNode;
}

/** A form that submits to a server action and shows the outcome above its fields. It works without JavaScript. */
export function ActionForm<Value>({ action, done, onDone, label, children }: Props<Value>) {
  const { state, form } = useFormAction(action);
  const finish = useEffectEvent((value: Value) => onDone?.(value));
  useEffect(() => {
    if (state?.isDone) finish(state.value);
  }, [state]);
  return (
    <form {...form} aria-label={label}>
      <Stack gap="sm">
        <Refusal message={state?.isDone === false ? state.message : null} />
        {state?.isDone && done !== undefined && (
          <Alert role="status" color="leaf" variant="light">
            {typeof done === "string" ? done : done(state.value)}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
