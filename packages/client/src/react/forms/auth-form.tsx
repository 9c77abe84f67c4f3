"use client";

import { createContext, type ReactNode, type SubmitEvent, useContext, useEffect, useId, useRef, useState } from "react";
import type { Failure } from "../../result";
import { useAuthContext } from "../auth-provider";
import { describeFailure, readWireCode } from "../messages/fill-in";

/** A refusal to show: one of the client's, or what a page was told after its form was posted without scripts. */
export interface ShownFailure {
  /** Of the client, `invalid_credentials`, or of the wire, `INVALID_EMAIL_OR_PASSWORD`. */
  code: string;
  message?: string;
  reason?: string;
  retryAfterSeconds?: number;
}

/** What makes a form work before scripts run, or without them. */
export interface PostedForm {
  /** Where the form posts to, as `application/x-www-form-urlencoded`. */
  action?: string | undefined;
  /** Fields posted besides. */
  hiddenFields?: Readonly<Record<string, string>> | undefined;
  /** Shown from the start. */
  failure?: ShownFailure | undefined;
}

interface FormState {
  failureId: string;
  failure: ShownFailure | null;
  isPending: boolean;
}

const FormContext = createContext<FormState>({ failureId: "", failure: null, isPending: false });

interface AuthFormProps extends PostedForm {
  part: string;
  label?: string;
  /** Answers what went wrong, or nothing. `submitter` is the name of the button that was pressed. */
  onSubmit: (fields: FormData, submitter: string) => Promise<Failure | { ok: true } | undefined>;
  children: ReactNode;
}

/** A real form: posts by itself without scripts, and is taken over by them. Focus goes to what went wrong. */
export function AuthForm(props: AuthFormProps): ReactNode {
  const { part, label, action, hiddenFields = {}, failure: initialFailure, onSubmit, children } = props;
  const failureId = useId();
  const [failure, setFailure] = useState(() => (initialFailure ? readWireCode(initialFailure) : null));
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending.current) return;
    const submitter = event.nativeEvent.submitter?.getAttribute("name") ?? "";
    const fields = new FormData(event.currentTarget);
    isSending.current = true;
    setPending(true);
    setFailure(null);
    try {
      const result = await onSubmit(fields, submitter);
      if (result && !result.ok) setFailure(result);
    } finally {
      isSending.current = false;
      setPending(false);
    }
  }

  return (
    <FormContext value={{ failureId, failure, isPending }}>
      <form data-part={part} aria-label={label} method="post" action={action} onSubmit={submit} aria-busy={isPending}>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FailureText id={failureId} failure={failure} />
        {children}
      </form>
    </FormContext>
  );
}

/** The live region is there before its text, since what appears together with it is not announced everywhere. */
function FailureText({ id, failure }: { id: string; failure: ShownFailure | null }): ReactNode {
  const { messages, locale } = useAuthContext();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) element.current?.focus();
  }, [failure]);
  return (
    <div data-part="error" id={id} ref={element} tabIndex={-1} aria-live="assertive">
      {failure ? describeFailure(messages, locale, failure) : null}
    </div>
  );
}

/** Attributes of a field that one of these refusals is about. */
export function useInvalid(codes: readonly string[]): { "aria-invalid"?: true; "aria-describedby"?: string } {
  const { failure, failureId } = useContext(FormContext);
  if (!failure || !codes.includes(failure.code)) return {};
  return { "aria-invalid": true, "aria-describedby": failureId };
}

interface SubmitButtonProps {
  children: ReactNode;
  label?: string;
  part?: string;
  name?: string;
  value?: string;
  formAction?: string | undefined;
  formNoValidate?: boolean;
}

/** Not disabled while the answer is awaited: that would take the focus away. */
export function SubmitButton({ children, label, part = "submit", ...attributes }: SubmitButtonProps): ReactNode {
  const { isPending } = useContext(FormContext);
  return (
    <button type="submit" data-part={part} aria-label={label} aria-disabled={isPending || undefined} {...attributes}>
      {children}
    </button>
  );
}
