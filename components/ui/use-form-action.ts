"use client";

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from "react";
import type { FormAction } from "@/components/ui/form-action";
import type { Outcome } from "@/lib/web/resource";

/**
 * What a form needs to be answered by an action, with a script and without. React empties a form that was sent; here
 * one that was refused keeps what was typed.
 */
export function useFormAction<Value>(action: FormAction<Value>) {
  const [state, submit, isPending] = useActionState<Outcome<Value> | null, FormData>(action, null);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state?.isDone) ref.current?.reset();
  }, [state]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    startTransition(() => submit(form));
  };
  return { state, form: { ref, action: submit, onSubmit, "aria-busy": isPending } };
}
