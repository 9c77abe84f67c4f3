"use client";

import { Stack } from "@mantine/core";
import { type ReactNode, useActionState } from "react";
import { Refusal } from "./refusal";

interface State {
  message: string | null;
}

/** Answers a form with why it was refused, or with `null`. */
export type FormAction = (previous: State, form: FormData) => Promise<State>;

interface Props {
  action: FormAction;
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
        <Refusal message={state.message} />
        {children}
      </Stack>
    </form>
  );
}
