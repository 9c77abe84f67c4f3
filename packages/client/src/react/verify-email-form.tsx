"use client";

import { type ReactNode, useState } from "react";
import { TextsProvider, useAuth } from "./auth-provider";
import { SendAgain } from "./email-code-form";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf } from "./forms/fields";
import { Notice, Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useText } from "./use-text";

/**
 * Props of `VerifyEmailForm`.
 *
 * @example
 * const props: VerifyEmailFormProps = { email: "ada@example.com" };
 */
export interface VerifyEmailFormProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** The address to verify. */
  email: string;
  /** The address that a link mailed again leads to. */
  redirectTo?: string | undefined;
  /** Whether the heading takes the focus when the form appears. */
  takesFocus?: boolean;
  /** Called after the address was verified. The form waits for it. */
  onSuccess?: () => void | Promise<void>;
  /** Called when the user goes on to the sign-in. Without it there is no such button. */
  onBack?: () => void;
  /** The page for that without scripts. */
  backHref?: string | undefined;
}

/**
 * Verifies an email address by the code that was mailed to it.
 *
 * @example
 * <VerifyEmailForm email={user.email} onSuccess={refresh} />
 */
export function VerifyEmailForm({ locale, messages, ...props }: VerifyEmailFormProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <VerifyForm {...props} />
    </TextsProvider>
  );
}

function VerifyForm(props: Omit<VerifyEmailFormProps, "locale" | "messages">): ReactNode {
  const { email, redirectTo, onSuccess, onBack, backHref, action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  const [isDone, setDone] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.emailVerification.verify({ email, otp: digitsOf(fields, "otp") });
    if (!result.ok) return result;
    await onSuccess?.();
    setDone(true);
    return undefined;
  }

  const { headingLevel, className, takesFocus } = props;
  return (
    <Panel
      part="verify-email"
      title={text("verify.title")}
      text={text("verify.sent", { email })}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      <Notice>{isDone ? text("verify.done") : null}</Notice>
      {isDone ? null : (
        <>
          <AuthForm
            part="form"
            onSubmit={submit}
            hiddenFields={{ email, ...hiddenFields }}
            action={action}
            failure={failure}
          >
            <CodeField name="otp" />
            <SubmitButton>{text("verify.submit")}</SubmitButton>
          </AuthForm>
          <SendAgain send={() => auth.emailVerification.send({ email, redirectTo })} />
        </>
      )}
      {onBack || backHref !== undefined ? (
        <p data-part="switch">
          <TextButton href={backHref} onClick={() => onBack?.()}>
            {text("signIn.title")}
          </TextButton>
        </p>
      ) : null}
    </Panel>
  );
}
