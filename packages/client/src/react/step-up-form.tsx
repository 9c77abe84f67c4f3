"use client";

import { type ReactNode, useState } from "react";
import { AuthForm, type PostedForm, SubmitButton } from "./forms/auth-form";
import { Field, PasswordField, textOf } from "./forms/fields";
import { TextButton } from "./panel";
import type { Outcome } from "./profile/confirmation";
import { useConfirmed } from "./profile/use-confirmed";
import { useFirstFocus } from "./use-first-focus";
import { useHasPassword } from "./use-has-password";
import { useText } from "./use-text";

interface StepUpFormProps extends PostedForm {
  submitText: string;
  /** The action that is about to happen, as told to a user who has no password to type. */
  text?: string;
  isDangerous?: boolean;
  /** Called with the password, and with a second factor once the form asks for one. */
  onSubmit: (password: string | undefined, code: string | undefined) => Promise<Outcome>;
  onCancel: () => void;
}

/** Asks for the password before an action, and for a second factor once the service requires one. */
export function StepUpForm(props: StepUpFormProps): ReactNode {
  const hasPassword = useHasPassword();
  if (hasPassword === null) return <div data-part="step" aria-busy />;
  return hasPassword ? <PasswordStep {...props} /> : <StepWithoutPassword {...props} />;
}

function PasswordStep(props: StepUpFormProps): ReactNode {
  const { submitText, text: _, isDangerous = false, onSubmit, onCancel, ...posted } = props;
  const text = useText();
  const place = useFirstFocus();
  const [needsCode, setNeedsCode] = useState(false);

  async function submit(fields: FormData) {
    const [password, code] = [textOf(fields, "password"), textOf(fields, "code").trim()];
    const result = await onSubmit(password || undefined, code || undefined);
    if (!result?.ok && result?.code === "session_not_fresh") setNeedsCode(true);
    return result;
  }

  return (
    <div data-part="step" ref={place}>
      <AuthForm part="form" onSubmit={submit} {...posted}>
        <p data-part="text">{text("setup.confirmPassword")}</p>
        <PasswordField />
        {needsCode ? (
          <Field
            name="code"
            type="text"
            label={text("field.secondFactor")}
            autoComplete="one-time-code"
            maxLength={32}
            invalidFor={["invalid_credentials"]}
          />
        ) : null}
        <StepButtons submitText={submitText} isDangerous={isDangerous} onCancel={onCancel} />
      </AuthForm>
    </div>
  );
}

/** Here a fresh sign-in stands in for the password. */
function StepWithoutPassword(props: StepUpFormProps): ReactNode {
  const { submitText, text: explanation, isDangerous = false, onSubmit, onCancel, ...posted } = props;
  const place = useFirstFocus();
  const { run, confirmation } = useConfirmed();
  if (confirmation) return confirmation;
  return (
    <div data-part="step" ref={place}>
      <AuthForm part="form" onSubmit={() => run(() => onSubmit(undefined, undefined))} {...posted}>
        {explanation === undefined ? null : <p data-part="text">{explanation}</p>}
        <StepButtons submitText={submitText} isDangerous={isDangerous} onCancel={onCancel} />
      </AuthForm>
    </div>
  );
}

function StepButtons({
  submitText,
  isDangerous,
  onCancel,
}: {
  submitText: string;
  isDangerous: boolean;
  onCancel: () => void;
}): ReactNode {
  const text = useText();
  return (
    <>
      <SubmitButton part={isDangerous ? "danger" : "submit"}>{submitText}</SubmitButton>
      <p data-part="switch">
        <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
      </p>
    </>
  );
}
