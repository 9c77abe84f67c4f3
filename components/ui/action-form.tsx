"use client";

import { Alert, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "./refusal";
import { useFormAction } from "./use-form-action";

interface Props<Value> {
  action: FormAction<Value>;
  /** Says what was done, where the page does not show it. */
  done?: string | ((value: Value) => string);
  /** Named where several forms of a page do the same. */
  label?: string;
  children: ReactNode;
}

/** A form that an action answers, with the answer above its fields; it needs no script. */
export function ActionForm<Value>({ action, done, label, children }: Props<Value>) {
  const { state, form } = useFormAction(action);
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
