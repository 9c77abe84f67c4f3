"use client";

import { type ReactNode, useState } from "react";
import type { RemovedAccess } from "../result";
import { AccessRemoved } from "./access-removed";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { PasswordField, textOf } from "./forms/fields";
import { Notice, Panel } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useText } from "./use-text";

/**
 * Props of `ResetPasswordForm`.
 *
 * @example
 * const props: ResetPasswordFormProps = { token: searchParams.token };
 */
export interface ResetPasswordFormProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** The `?token=` of the mailed link. */
  token: string;
  /** The least length of the new password, for the hint beside its field. By default it is the project's. */
  passwordMinLength?: number | undefined;
  /** Called after the password was set. */
  onSuccess?: () => void;
}

/**
 * Sets a new password by the token of a mailed link.
 *
 * @example
 * <ResetPasswordForm token={token} onSuccess={() => router.push("/sign-in")} />
 */
export function ResetPasswordForm({ locale, messages, ...props }: ResetPasswordFormProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <ResetForm {...props} />
    </TextsProvider>
  );
}

function ResetForm(props: Omit<ResetPasswordFormProps, "locale" | "messages">): ReactNode {
  const { token, passwordMinLength, onSuccess, action, hiddenFields, failure, headingLevel, className } = props;
  const auth = useAuth();
  const text = useText();
  const [removed, setRemoved] = useState<readonly RemovedAccess[] | undefined>();
  const [isDone, setDone] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.passwordReset.complete({ token, newPassword: textOf(fields, "newPassword") });
    if (!result.ok) return result;
    if (result.removedAccess) setRemoved(result.removedAccess);
    else succeed();
    return undefined;
  }

  function succeed() {
    setRemoved(undefined);
    setDone(true);
    onSuccess?.();
  }

  if (removed) return <AccessRemoved {...{ removed, headingLevel, className }} onContinue={succeed} />;

  return (
    <Panel part="reset-password" title={text("reset.title")} headingLevel={headingLevel} className={className}>
      <Notice>{isDone ? text("reset.done") : null}</Notice>
      {isDone ? null : (
        <AuthForm
          part="form"
          onSubmit={submit}
          hiddenFields={{ token, ...hiddenFields }}
          action={action}
          failure={failure}
        >
          <PasswordField name="newPassword" isNew minLength={passwordMinLength} />
          <SubmitButton>{text("reset.submit")}</SubmitButton>
        </AuthForm>
      )}
    </Panel>
  );
}
