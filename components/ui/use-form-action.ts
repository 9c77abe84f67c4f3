"use client";

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from "react";
import type { FormAction } from "@/components/ui/form-action";
import type { Outcome } from "@/lib/web/resource";
import { noteSession } from "./session";

/**
 * Returns the outcome of a form's action, and the props of its `<form>`, which works without JavaScript too. React
 * empties a submitted form; this one keeps its fields when the action refuses.
 */
export function useFormAction<Value>(action: FormAction<Value>) {
  const [state, submit, isPending] = useActionState<Outcome<Value> | null, FormData>(action, null);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state?.isDone) ref.current?.reset();
    else if (state?.isSignedOut) noteSession(true);
  }, [state]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    startTransition(() => submit(form));
  };
  return { state, form: { ref, action: submit, onSubmit, "aria-busy": isPending } };
}
