"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Result } from "../result";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf } from "./forms/fields";
import { Notice, Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useText } from "./use-text";

/**
 * Props of `EmailCodeForm`.
 *
 * @example
 * const props: EmailCodeFormProps = { email: "ada@example.com", onSuccess: ({ userId }) => open(userId) };
 */
export interface EmailCodeFormProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** Where the mail went. */
  email: string;
  /** What `signIn.magicLink` answered. */
  number?: string | undefined;
  redirectTo?: string | undefined;
  takesFocus?: boolean;
  onSuccess?: (signedIn: { userId: string }) => void;
  onTwoFactorRequired?: () => void;
  /** Shows a way back to another address. */
  onBack?: () => void;
  /** Where that leads without scripts. */
  backHref?: string | undefined;
}

/**
 * Waits for the link of the mail to be opened, or for its code to be typed.
 *
 * @example
 * <EmailCodeForm email={email} number={number} onSuccess={() => router.push("/")} />
 */
export function EmailCodeForm({ locale, messages, ...props }: EmailCodeFormProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <CodeForm {...props} />
    </TextsProvider>
  );
}

function CodeForm(props: Omit<EmailCodeFormProps, "locale" | "messages">): ReactNode {
  const { email, redirectTo, onSuccess, onTwoFactorRequired, onBack, backHref, action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  const [number, setNumber] = useState(props.number);
  const succeed = useOnce(onSuccess);
  useSignInElsewhere(succeed);

  async function submit(fields: FormData) {
    const result = await auth.signIn.otpVerify({ email, otp: digitsOf(fields, "otp") });
    if (result.ok) succeed({ userId: result.userId });
    else if (result.twoFactorRequired) onTwoFactorRequired?.();
    else return result;
    return undefined;
  }

  async function sendAgain() {
    const sent = await auth.signIn.magicLink({ email, redirectTo });
    if (sent.ok) setNumber(sent.number);
    return sent;
  }

  const { headingLevel, className, takesFocus } = props;
  return (
    <Panel
      part="email-code"
      title={text("code.title")}
      text={text("code.sent", { email })}
      {...{ headingLevel, className, takesFocus }}
    >
      {number === undefined ? null : (
        <p data-part="number">
          {text("code.number")} <strong data-part="number-value">{number}</strong>
        </p>
      )}
      <AuthForm part="form" onSubmit={submit} hiddenFields={{ email, ...hiddenFields }} {...{ action, failure }}>
        <CodeField name="otp" />
        <SubmitButton>{text("code.submit")}</SubmitButton>
      </AuthForm>
      <SendAgain send={sendAgain} />
      {onBack || backHref !== undefined ? (
        <p data-part="switch">
          <TextButton href={backHref} onClick={() => onBack?.()}>
            {text("code.otherAddress")}
          </TextButton>
        </p>
      ) : null}
    </Panel>
  );
}

/** A button that sends a mail once more and says so. */
export function SendAgain({ send }: { send: () => Promise<Result> }): ReactNode {
  const text = useText();
  const [isSent, setSent] = useState(false);

  async function submit() {
    const sent = await send();
    setSent(sent.ok);
    return sent;
  }

  return (
    <AuthForm part="send-again" onSubmit={submit}>
      <SubmitButton part="link">{text("code.again")}</SubmitButton>
      <Notice>{isSent ? text("code.sentAgain") : null}</Notice>
    </AuthForm>
  );
}

type OnSuccess = NonNullable<EmailCodeFormProps["onSuccess"]>;

/** The code and the tab of the link may both report the same sign-in. */
function useOnce(onSuccess: OnSuccess | undefined): OnSuccess {
  const latest = useRef(onSuccess);
  const isDone = useRef(false);
  useEffect(() => {
    latest.current = onSuccess;
  });
  return useCallback((signedIn) => {
    if (isDone.current) return;
    isDone.current = true;
    latest.current?.(signedIn);
  }, []);
}

/** The link may sign this browser in from another tab: looked for when that tab tells, and when this one is shown. */
function useSignInElsewhere(onSuccess: OnSuccess): void {
  const auth = useAuth();
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const session = await auth.getSession();
      if (!isGone && session.authenticated) onSuccess({ userId: session.userId });
    };
    const stop = auth.onChange((change) => void (change === "signed-in" && look()));
    document.addEventListener("visibilitychange", look);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [auth, onSuccess]);
}
