"use client";

import { type ReactNode, useState } from "react";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { EmailField, textOf } from "./forms/fields";
import { Notice, Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useText } from "./use-text";

/**
 * Props of `ForgotPasswordForm`.
 *
 * @example
 * const props: ForgotPasswordFormProps = { redirectTo: "/reset-password" };
 */
export interface ForgotPasswordFormProps extends PanelBaseProps, SingleFormProps {
  /** The page that the mailed link leads to with `?token=`, by default the hosted one. */
  redirectTo?: string | undefined;
  /** Whether the project requires a new password, which the text then explains. */
  isRequired?: boolean | undefined;
  /** Whether the heading takes the focus when the form appears. */
  takesFocus?: boolean;
  /** Called when the user goes back. Without it there is no such button. */
  onBack?: () => void;
  /** The page to go back to without scripts. */
  backHref?: string | undefined;
}

/**
 * Sends the mail that resets a password. The form does not reveal whether the address has an account.
 *
 * @example
 * <ForgotPasswordForm redirectTo="/reset-password" />
 */
export function ForgotPasswordForm({ locale, messages, ...props }: ForgotPasswordFormProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <ForgotForm {...props} />
    </TextsProvider>
  );
}

function ForgotForm(props: Omit<ForgotPasswordFormProps, "locale" | "messages">): ReactNode {
  const { redirectTo, isRequired = false, onBack, backHref, action, hiddenFields, failure, defaultEmail } = props;
  const auth = useAuth();
  const text = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(fields: FormData) {
    const email = textOf(fields, "email").trim();
    const page = redirectTo ?? auth.hostedPageURL("reset-password");
    const result = await auth.passwordReset.request({ email, redirectTo: page });
    if (result.ok) setSentTo(email);
    return result;
  }

  const { headingLevel, className, takesFocus } = props;
  return (
    <Panel
      part="forgot-password"
      title={text("forgot.title")}
      text={text(isRequired ? "forgot.required" : "forgot.text")}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      <Notice>{sentTo === null ? null : text("forgot.sent", { email: sentTo })}</Notice>
      <AuthForm part="form" onSubmit={submit} action={action} hiddenFields={hiddenFields} failure={failure}>
        <EmailField defaultValue={defaultEmail} />
        <SubmitButton>{text("forgot.submit")}</SubmitButton>
      </AuthForm>
      {onBack || backHref !== undefined ? (
        <p data-part="switch">
          <TextButton href={backHref} onClick={() => onBack?.()}>
            {text("action.back")}
          </TextButton>
        </p>
      ) : null}
    </Panel>
  );
}
