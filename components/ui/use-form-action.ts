"use client";

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from "react";

interface FormState {
  /** Why it was refused. */
  message: string | null;
}

/**
 * What a form needs to be answered by an action, with a script and without. React empties a form that was sent; here
 * one that was refused keeps what was typed.
 */
export function useFormAction<State extends FormState>(
  action: (previous: State, form: FormData) => Promise<State>,
  initial: Awaited<State>,
) {
  const [state, submit, isPending] = useActionState(action, initial);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state !== initial && state.message === null) ref.current?.reset();
  }, [state, initial]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    startTransition(() => submit(form));
  };
  return { state, form: { ref, action: submit, onSubmit, "aria-busy": isPending } };
}
