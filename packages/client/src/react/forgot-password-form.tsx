"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { RemovedAccess } from "../result";
import { AccessRemoved } from "./access-removed";
import { TextsProvider, useAuth } from "./auth-provider";
import { SendAgain } from "./email-code-form";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { EmailField, textOf } from "./forms/fields";
import { Notice, Panel, TextButton } from "./panel";
import { ResetByCode } from "./reset-by-code";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { takeTypedEmail } from "./typed-email";
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
  /** The address that the mail went to already. */
  sentTo?: string | undefined;
  /** The address that the code and the new password are posted to without scripts. */
  codeAction?: string | undefined;
  /** Called after the password was set by the code. */
  onSuccess?: (reset: { email: string }) => void;
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
  const { redirectTo, isRequired = false, codeAction, onSuccess, onBack, backHref } = props;
  const { action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  const [sentTo, setSentTo] = useState(props.sentTo ?? null);
  const [removed, setRemoved] = useState<readonly RemovedAccess[] | undefined>();
  const [isDone, setDone] = useState(false);
  const [defaultEmail, setDefaultEmail] = useState(props.defaultEmail);
  useEffect(() => {
    const typed = takeTypedEmail();
    if (typed !== null) setDefaultEmail(typed);
  }, []);

  async function send(email: string) {
    const page = redirectTo ?? auth.hostedPageURL("reset-password");
    const result = await auth.passwordReset.request({ email, redirectTo: page });
    if (result.ok) setSentTo(email);
    return result;
  }

  function succeed() {
    setRemoved(undefined);
    setDone(true);
    onSuccess?.({ email: sentTo ?? "" });
  }

  const { headingLevel, className, takesFocus } = props;
  const isSent = sentTo !== null;
  if (removed) return <AccessRemoved {...{ removed, headingLevel, className }} onContinue={succeed} />;
  return (
    <Panel
      part="forgot-password"
      title={text("forgot.title")}
      text={isRequired || !isSent ? text(isRequired ? "forgot.required" : "forgot.text") : undefined}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      <Notice>{isDone ? text("reset.done") : isSent ? text("forgot.sent", { email: sentTo }) : null}</Notice>
      {isDone ? null : isSent ? (
        <>
          <ResetByCode
            email={sentTo}
            onSuccess={(taken) => (taken ? setRemoved(taken) : succeed())}
            action={codeAction}
            hiddenFields={hiddenFields}
            failure={failure}
          />
          <SendAgain send={() => send(sentTo)} />
        </>
      ) : (
        <AuthForm
          part="form"
          onSubmit={(fields) => send(textOf(fields, "email").trim())}
          action={action}
          hiddenFields={hiddenFields}
          failure={failure}
        >
          <EmailField defaultValue={defaultEmail} />
          <SubmitButton>{text("forgot.submit")}</SubmitButton>
        </AuthForm>
      )}
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
