"use client";

import { type ReactNode, useActionState } from "react";

interface State {
  message: string | null;
}

/** A form that an action answers, with what was wrong above its fields; it needs no script. */
export function ActionForm({
  action,
  children,
}: {
  action: (previous: State, form: FormData) => Promise<State>;
  children: ReactNode;
}) {
  const [state, submit, isPending] = useActionState(action, { message: null });
  return (
    <form action={submit} aria-busy={isPending}>
      {state.message && <p role="alert">{state.message}</p>}
      {children}
    </form>
  );
}
