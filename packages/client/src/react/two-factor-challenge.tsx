"use client";

import { type ReactNode, useState } from "react";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { Checkbox, CodeField, digitsOf, Field, textOf } from "./forms/fields";
import { Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useFirstFocus } from "./use-first-focus";
import { useText } from "./use-text";

/**
 * Props of `TwoFactorChallenge`.
 *
 * @example
 * const props: TwoFactorChallengeProps = { onSuccess: ({ userId }) => open(userId) };
 */
export interface TwoFactorChallengeProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** Whether the form asks for a backup code first. */
  startsWithBackupCode?: boolean;
  /** Whether the user may choose to trust this browser. */
  showTrustDevice?: boolean;
  /** The address that a backup code is posted to without scripts. `action` gets the codes of the app. */
  backupAction?: string | undefined;
  /** The page that asks for a code of the app, for browsers without scripts. */
  appHref?: string | undefined;
  /** The page that asks for a backup code, for browsers without scripts. */
  backupHref?: string | undefined;
  /** Whether the field takes the focus when the form appears. */
  takesFocus?: boolean;
  /** Called after the sign-in. */
  onSuccess?: (signedIn: { userId: string }) => void;
  /** Called when the user goes back to the first step. Without it there is no such button. */
  onCancel?: () => void;
  /** The page to go back to without scripts. */
  backHref?: string | undefined;
}

/**
 * Asks for the second factor after a sign-in returned `two_factor_required`.
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
  const { onCancel, backHref, headingLevel, className, appHref, backupHref } = props;
  const text = useText();
  const [isBackup, setBackup] = useState(props.startsWithBackupCode ?? false);
  const [hasSwitched, setSwitched] = useState(false);

  function switchKind() {
    setBackup(!isBackup);
    setSwitched(true);
  }

  return (
    <Panel
      part="two-factor-challenge"
      title={text("twoFactor.title")}
      text={text(isBackup ? "twoFactor.backupText" : "twoFactor.text")}
      headingLevel={headingLevel}
      className={className}
    >
      <ChallengeForm
        key={String(isBackup)}
        {...props}
        isBackup={isBackup}
        takesFocus={props.takesFocus || hasSwitched}
      />
      <p data-part="switch">
        <TextButton href={isBackup ? appHref : backupHref} onClick={switchKind}>
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
  const place = useFirstFocus(props.takesFocus);

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
    <div data-part="step" ref={place}>
      <AuthForm
        part="form"
        onSubmit={submit}
        action={isBackup ? backupAction : action}
        hiddenFields={hiddenFields}
        failure={failure}
      >
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
    </div>
  );
}
