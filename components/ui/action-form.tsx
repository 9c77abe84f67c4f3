"use client";

import { Alert, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Refusal } from "./refusal";
import { useFormAction } from "./use-form-action";

interface State {
  message: string | null;
  done?: string;
}

/** Answers a form with why it was refused, or with what was done. */
export type FormAction = (previous: State, form: FormData) => Promise<State>;

interface Props {
  action: FormAction;
  /** Named where several forms of a page do the same. */
  label?: string;
  children: ReactNode;
}

const NOT_SENT: State = { message: null };

/** A form that an action answers, with the answer above its fields; it needs no script. */
export function ActionForm({ action, label, children }: Props) {
  const { state, form } = useFormAction(action, NOT_SENT);
  return (
    <form {...form} aria-label={label}>
      <Stack gap="sm">
        <Refusal message={state.message} />
        {state.done !== undefined && (
          <Alert role="status" color="leaf" variant="light">
            {state.done}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
