"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { RemovedAccess, Result } from "../result";
import { AccessRemoved } from "./access-removed";
import { TextsProvider, useAuth } from "./auth-provider";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { CodeField, digitsOf } from "./forms/fields";
import { Notice, Panel, TextButton } from "./panel";
import type { PanelBaseProps, SingleFormProps } from "./sign-in-types";
import { useSignInMail } from "./use-sign-in-mail";
import { useText } from "./use-text";

/**
 * Props of `EmailCodeForm`.
 *
 * @example
 * const props: EmailCodeFormProps = { email: "ada@example.com", onSuccess: ({ userId }) => open(userId) };
 */
export interface EmailCodeFormProps extends PanelBaseProps, Omit<SingleFormProps, "defaultEmail"> {
  /** The address that the mail went to. */
  email: string;
  /** The number that `signIn.magicLink` returned. */
  number?: string | undefined;
  /** The address that a link mailed again leads to. */
  redirectTo?: string | undefined;
  /** Whether the heading takes the focus when the form appears. */
  takesFocus?: boolean;
  /** Called after the sign-in, by the code or by the link. */
  onSuccess?: (signedIn: { userId: string }) => void;
  /** Called when the user has a second factor. */
  onTwoFactorRequired?: () => void;
  /** Called when the user wants to use another address. Without it there is no such button. */
  onBack?: () => void;
  /** The page for that without scripts. */
  backHref?: string | undefined;
}

/**
 * Waits until the user opens the mailed link or types the mailed code.
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

type CodeFormProps = Omit<EmailCodeFormProps, "locale" | "messages">;

function CodeForm(props: CodeFormProps): ReactNode {
  const [told, setTold] = useState<{ userId: string; removed: readonly RemovedAccess[] } | null>(null);
  if (told === null) return <WaitForCode {...props} onRemoved={setTold} />;
  const { removed, userId } = told;
  const { headingLevel, className } = props;
  const onContinue = () => props.onSuccess?.({ userId });
  return <AccessRemoved {...{ removed, onContinue, headingLevel, className }} />;
}

interface WaitForCodeProps extends CodeFormProps {
  /** Called in place of `onSuccess` where the sign-in took something away. */
  onRemoved: (told: { userId: string; removed: readonly RemovedAccess[] }) => void;
}

function WaitForCode(props: WaitForCodeProps): ReactNode {
  const { email, redirectTo, onSuccess, onTwoFactorRequired, onBack, backHref, action, hiddenFields, failure } = props;
  const auth = useAuth();
  const text = useText();
  const mail = useSignInMail();
  const [number, setNumber] = useState(props.number);
  const succeed = useOnce(onSuccess);
  useSignInElsewhere(succeed);

  async function submit(fields: FormData) {
    const result = await auth.signIn.otpVerify({ email, otp: digitsOf(fields, "otp") });
    if (result.ok && result.removedAccess) props.onRemoved({ userId: result.userId, removed: result.removedAccess });
    else if (result.ok) succeed({ userId: result.userId });
    else if (result.twoFactorRequired) onTwoFactorRequired?.();
    else return result;
    return undefined;
  }

  async function sendAgain() {
    const sent = await mail.send({ email, redirectTo });
    if (sent.ok) setNumber(sent.number);
    return sent;
  }

  const { headingLevel, className, takesFocus } = props;
  return (
    <Panel
      part="email-code"
      title={text("code.title")}
      text={text(mail.sent, { email })}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      {number === undefined ? null : (
        <p data-part="number">
          {text("code.number")} <strong data-part="number-value">{number}</strong>
        </p>
      )}
      {mail.hasCode ? (
        <AuthForm
          part="form"
          onSubmit={submit}
          hiddenFields={{ email, ...hiddenFields }}
          action={action}
          failure={failure}
        >
          <CodeField name="otp" />
          <SubmitButton>{text("code.submit")}</SubmitButton>
        </AuthForm>
      ) : null}
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

/** A button that sends a mail again and confirms it. */
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

/** Reports a sign-in once, since the code and the tab of the link may both report it. */
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

/** The pages that a link leads to report nothing: they load no scripts, and the app may be of another origin. */
const LOOK_EVERY_MS = 3_000;

/** Reads the session while this tab is in sight, and when it has changed elsewhere, such as by the link. */
function useSignInElsewhere(onSuccess: OnSuccess): void {
  const auth = useAuth();
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const session = await auth.getSession();
      if (!isGone && session.authenticated) onSuccess({ userId: session.userId });
    };
    const stop = auth.onChange(() => void look());
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      isGone = true;
      stop();
    };
  }, [auth, onSuccess]);
}
