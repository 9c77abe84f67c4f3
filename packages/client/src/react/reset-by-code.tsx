"use client";

import type { ReactNode } from "react";
import type { RemovedAccess } from "../result";
import { useAuth } from "./auth-provider";
import { AuthForm, type PostedForm, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf, PasswordField, textOf } from "./forms/fields";
import { useProject } from "./use-project";
import { useText } from "./use-text";

interface ResetByCodeProps extends PostedForm {
  email: string;
  /** Called with the sign-in methods that a first proof of the address removed. */
  onSuccess: (removed: readonly RemovedAccess[] | undefined) => void;
}

/** Sets a new password by the code of the mail, where the project's mails have codes. */
export function ResetByCode(props: ResetByCodeProps): ReactNode {
  const { email, onSuccess, action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  const { project } = useProject();
  if (!project?.methods.emailOtp) return null;

  async function submit(fields: FormData) {
    const [otp, newPassword] = [digitsOf(fields, "otp"), textOf(fields, "newPassword")];
    const result = await auth.passwordReset.complete({ email, otp, newPassword });
    if (result.ok) onSuccess(result.removedAccess);
    return result;
  }

  return (
    <AuthForm part="form" onSubmit={submit} hiddenFields={{ email, ...hiddenFields }} action={action} failure={failure}>
      <p data-part="text">{text("forgot.codeText")}</p>
      <CodeField name="otp" />
      <PasswordField name="newPassword" isNew />
      <SubmitButton>{text("reset.submit")}</SubmitButton>
    </AuthForm>
  );
}
