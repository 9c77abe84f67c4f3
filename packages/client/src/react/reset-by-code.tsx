"use client";

import type { ReactNode } from "react";
import { useAuth } from "./auth-provider";
import { AuthForm, type PostedForm, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf, PasswordField, textOf } from "./forms/fields";
import { useLoaded } from "./use-loaded";
import { useText } from "./use-text";

interface ResetByCodeProps extends PostedForm {
  email: string;
  /** What the page knows of the project already. */
  project?: { hasCode: boolean; passwordMinLength: number } | undefined;
  onSuccess: () => void;
}

/** Sets a new password by the code of the mail, where the project's mails have codes. */
export function ResetByCode(props: ResetByCodeProps): ReactNode {
  return props.project ? <CodeForm {...props} {...props.project} /> : <AskedForm {...props} />;
}

function AskedForm(props: ResetByCodeProps): ReactNode {
  const auth = useAuth();
  const { data } = useLoaded(auth.getMethods);
  if (!data) return null;
  return <CodeForm {...props} hasCode={data.methods.emailOtp} passwordMinLength={data.passwordPolicy.minLength} />;
}

function CodeForm(props: ResetByCodeProps & { hasCode: boolean; passwordMinLength: number }): ReactNode {
  const { email, hasCode, passwordMinLength, onSuccess, action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  if (!hasCode) return null;

  async function submit(fields: FormData) {
    const [otp, newPassword] = [digitsOf(fields, "otp"), textOf(fields, "newPassword")];
    const result = await auth.passwordReset.complete({ email, otp, newPassword });
    if (result.ok) onSuccess();
    return result;
  }

  return (
    <AuthForm part="form" onSubmit={submit} hiddenFields={{ email, ...hiddenFields }} action={action} failure={failure}>
      <p data-part="text">{text("forgot.codeText")}</p>
      <CodeField name="otp" />
      <PasswordField name="newPassword" isNew minLength={passwordMinLength} />
      <SubmitButton>{text("reset.submit")}</SubmitButton>
    </AuthForm>
  );
}
