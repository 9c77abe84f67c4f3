"use client";

import { type ReactNode, useState } from "react";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { Checkbox, CodeField, digitsOf, Field, textOf } from "./forms/fields";
import { Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useText } from "./use-text";

/**
 * Props of `TwoFactorChallenge`.
 *
 * @example
 * const props: TwoFactorChallengeProps = { onSuccess: ({ userId }) => open(userId) };
 */
export interface TwoFactorChallengeProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** Begins with a backup code in the place of the app's. */
  startsWithBackupCode?: boolean;
  /** Whether this browser can be trusted for a while. */
  showTrustDevice?: boolean;
  /** Where a backup code is posted to without scripts; `action` takes the app's code. */
  backupAction?: string | undefined;
  /** Pages that begin with the one code and with the other, for a browser without scripts. */
  appHref?: string | undefined;
  backupHref?: string | undefined;
  takesFocus?: boolean;
  onSuccess?: (signedIn: { userId: string }) => void;
  /** Shows the way back to the first step. */
  onCancel?: () => void;
  /** Where the way back leads without scripts. */
  backHref?: string | undefined;
}

/**
 * Asks for the second factor of a sign-in whose first one was right.
 *
 * @example
 * <TwoFactorChallenge onSuccess={() => router.push("/")} />
 */
export function TwoFactorChallenge({ locale, messages, ...props }: TwoFactorChallengeProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <Challenge {...props} />
    </TextsProvider>
  );
}

function Challenge(props: Omit<TwoFactorChallengeProps, "locale" | "messages">): ReactNode {
  const { onCancel, backHref, headingLevel, className, takesFocus, appHref, backupHref } = props;
  const text = useText();
  const [isBackup, setBackup] = useState(props.startsWithBackupCode ?? false);
  return (
    <Panel
      part="two-factor-challenge"
      title={text("twoFactor.title")}
      text={text(isBackup ? "twoFactor.backupText" : "twoFactor.text")}
      {...{ headingLevel, className, takesFocus }}
    >
      <ChallengeForm key={String(isBackup)} isBackup={isBackup} {...props} />
      <p data-part="switch">
        <TextButton href={isBackup ? appHref : backupHref} onClick={() => setBackup(!isBackup)}>
          {text(isBackup ? "twoFactor.useApp" : "twoFactor.useBackup")}
        </TextButton>
      </p>
      {onCancel || backHref !== undefined ? (
        <p data-part="switch">
          <TextButton href={backHref} onClick={() => onCancel?.()}>
            {text("action.back")}
          </TextButton>
        </p>
      ) : null}
    </Panel>
  );
}

function ChallengeForm(props: Omit<TwoFactorChallengeProps, "locale" | "messages"> & { isBackup: boolean }): ReactNode {
  const { isBackup, action, backupAction, hiddenFields, showTrustDevice = true, onSuccess } = props;
  const auth = useAuth();
  const text = useText();

  async function submit(fields: FormData) {
    const options = { trustDevice: fields.get("trustDevice") === "true" };
    const result = isBackup
      ? await auth.twoFactor.verifyBackupCode(textOf(fields, "code").trim(), options)
      : await auth.twoFactor.verify(digitsOf(fields), options);
    if (!result.ok) return result.twoFactorRequired ? undefined : result;
    onSuccess?.({ userId: result.userId });
    return undefined;
  }

  const failure = isBackup === (props.startsWithBackupCode ?? false) ? props.failure : undefined;
  return (
    <AuthForm part="form" onSubmit={submit} action={isBackup ? backupAction : action} {...{ hiddenFields, failure }}>
      {isBackup ? (
        <Field
          name="code"
          type="text"
          label={text("field.backupCode")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={32}
          invalidFor={["invalid_credentials"]}
        />
      ) : (
        <CodeField />
      )}
      {showTrustDevice ? <Checkbox name="trustDevice" label={text("twoFactor.trust")} /> : null}
      <SubmitButton>{text("twoFactor.submit")}</SubmitButton>
    </AuthForm>
  );
}
