"use client";

import { Alert, Stack } from "@mantine/core";
import { type ReactNode, useActionState } from "react";

interface State {
  message: string | null;
}

interface Props {
  action: (previous: State, form: FormData) => Promise<State>;
  /** Named where several forms of a page do the same. */
  label?: string;
  children: ReactNode;
}

/** A form that an action answers, with what was wrong above its fields; it needs no script. */
export function ActionForm({ action, label, children }: Props) {
  const [state, submit, isPending] = useActionState(action, { message: null });
  return (
    <form action={submit} aria-label={label} aria-busy={isPending}>
      <Stack gap="sm">
        {state.message && (
          <Alert role="alert" color="red" variant="light">
            {state.message}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  );
}
