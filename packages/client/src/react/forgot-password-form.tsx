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
  /** The page the mailed link leads to with `?token=`; the hosted one by default. */
  redirectTo?: string | undefined;
  /** The project wants the password replaced. */
  isRequired?: boolean | undefined;
  takesFocus?: boolean;
  /** Shows the way back. */
  onBack?: () => void;
  /** Where the way back leads without scripts. */
  backHref?: string | undefined;
}

/**
 * Asks for the mail that resets a password. Says the same whether or not the address has an account.
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
      {...{ headingLevel, className, takesFocus }}
    >
      <Notice>{sentTo === null ? null : text("forgot.sent", { email: sentTo })}</Notice>
      <AuthForm part="form" onSubmit={submit} {...{ action, hiddenFields, failure }}>
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
