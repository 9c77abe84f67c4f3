"use client";

import { type ReactNode, useState } from "react";
import type { Failure } from "../result";
import { useAuth } from "./auth-provider";
import { AuthForm, type PostedForm, SubmitButton } from "./forms/auth-form";
import { Field, PasswordField, textOf } from "./forms/fields";
import { TextButton } from "./panel";
import { useFirstFocus } from "./use-first-focus";
import { useLoaded } from "./use-loaded";
import { useText } from "./use-text";

interface StepUpFormProps extends PostedForm {
  submitText: string;
  isDangerous?: boolean;
  /** Called with the password, and with a second factor once the form asks for one. */
  onSubmit: (password: string | undefined, code: string | undefined) => Promise<Failure | { ok: true } | undefined>;
  onCancel: () => void;
}

/** Asks for the password before an action, and for a second factor once the service requires one. */
export function StepUpForm(props: StepUpFormProps): ReactNode {
  const { submitText, isDangerous = false, onSubmit, onCancel, ...posted } = props;
  const auth = useAuth();
  const text = useText();
  const place = useFirstFocus();
  const [needsCode, setNeedsCode] = useState(false);
  const { data } = useLoaded(auth.account.listAccounts);
  const hasPassword = data?.accounts.some(({ providerId }) => providerId === "credential") ?? true;

  async function submit(fields: FormData) {
    const [password, code] = [textOf(fields, "password"), textOf(fields, "code").trim()];
    const result = await onSubmit(password || undefined, code || undefined);
    if (!result?.ok && result?.code === "session_not_fresh") setNeedsCode(true);
    return result;
  }

  return (
    <div data-part="step" ref={place}>
      <AuthForm part="form" onSubmit={submit} {...posted}>
        {hasPassword ? (
          <>
            <p data-part="text">{text("setup.confirmPassword")}</p>
            <PasswordField />
          </>
        ) : null}
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
        <SubmitButton part={isDangerous ? "danger" : "submit"}>{submitText}</SubmitButton>
        <p data-part="switch">
          <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
        </p>
      </AuthForm>
    </div>
  );
}
