"use client";

import { createContext, type ReactNode, type SubmitEvent, useContext, useEffect, useId, useRef, useState } from "react";
import type { Failure } from "../../result";
import { useAuthContext } from "../auth-provider";
import { describeFailure, readWireCode } from "../messages/fill-in";
import { useProject } from "../use-project";

/** A failure to show: one of the client's, or one that a page got after its form was posted without scripts. */
export interface ShownFailure {
  /** A code of the client such as `invalid_credentials`, or of the wire such as `INVALID_EMAIL_OR_PASSWORD`. */
  code: string;
  message?: string;
  reason?: string;
  retryAfterSeconds?: number;
  /** The advice for a developer, in development. */
  hint?: string;
}

/** The props by which a form works before scripts run, or without them. */
export interface PostedForm {
  /** The address that the form posts to, as `application/x-www-form-urlencoded`. */
  action?: string | undefined;
  /** Fields that are posted besides the visible ones. */
  hiddenFields?: Readonly<Record<string, string>> | undefined;
  /** A failure to show from the start. */
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
  /** Returns the failure to show, if any. `submitter` is the name of the button that was pressed. */
  onSubmit: (fields: FormData, submitter: string) => Promise<Failure | { ok: true } | undefined>;
  children: ReactNode;
}

/**
 * A form that the browser posts without scripts, and that `onSubmit` handles with them. A failure takes the focus, or
 * the one field does in which the user can mend it.
 */
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

/** The live region of failures. It is there before its text, which screen readers may not announce otherwise. */
function FailureText({ id, failure }: { id: string; failure: ShownFailure | null }): ReactNode {
  const { messages, locale } = useAuthContext();
  const { project } = useProject();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!failure) return;
    const field = failure.code === "invalid_email" ? invalidFieldBeside(element.current) : null;
    (field ?? element.current)?.focus();
  }, [failure]);
  return (
    <div data-part="error" id={id} ref={element} tabIndex={-1} aria-live="assertive">
      {failure ? describeFailure(messages, locale, failure, project?.passwordPolicy) : null}
      <DeveloperHint failure={failure} />
    </div>
  );
}

/** The further advice for a developer, in development alone. It is in English, and no text of the app's. */
export function DeveloperHint({ failure }: { failure: ShownFailure | null }): ReactNode {
  if (failure?.hint === undefined) return null;
  return (
    <p data-part="developer-hint" lang="en" dir="ltr">
      {failure.hint}
    </p>
  );
}

function invalidFieldBeside(element: Element | null): HTMLElement | null {
  return element?.closest("form")?.querySelector<HTMLElement>("[aria-invalid]") ?? null;
}

/** Returns the attributes of a field that a failure with one of these codes is about. */
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

/** The button that submits a form. It is not disabled while the form is sent, since it would lose the focus. */
export function SubmitButton({ children, label, part = "submit", ...attributes }: SubmitButtonProps): ReactNode {
  const { isPending } = useContext(FormContext);
  return (
    <button type="submit" data-part={part} aria-label={label} aria-disabled={isPending || undefined} {...attributes}>
      {children}
    </button>
  );
}
