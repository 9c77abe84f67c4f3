"use client";

import { type ReactNode, useState } from "react";
import type { ServiceAuth } from "../../create-service-auth";
import type { Failure } from "../../result";
import { useAuth, useUser } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { CodeField, digitsOf, Field, PasswordField, textOf } from "../forms/fields";
import { TextButton } from "../panel";
import { sixDigitsOf } from "../typed-code";
import { useFirstFocus } from "../use-first-focus";
import { useHasPassword } from "../use-has-password";
import { useProject } from "../use-project";
import { useText } from "../use-text";

export type Outcome = Failure | { ok: true } | undefined;

interface ConfirmationProps {
  /** Called once the user has proven who they are. */
  onConfirmed: () => Promise<Outcome>;
  onCancel: () => void;
}

/** Asks users to prove who they are again: by their second factor, else their password, else a mailed code. */
export function Confirmation(props: ConfirmationProps): ReactNode {
  const { user } = useUser();
  const hasPassword = useHasPassword();
  if (user?.twoFactorEnabled) return <SecondFactor {...props} />;
  if (hasPassword === null) return null;
  return hasPassword ? <Password {...props} /> : <MailedCode {...props} email={user?.email ?? ""} />;
}

function SecondFactor({ onConfirmed, onCancel }: ConfirmationProps): ReactNode {
  const auth = useAuth();
  const text = useText();

  async function submit(fields: FormData) {
    const proof = await giveSecondFactor(auth, textOf(fields, "code").trim());
    if (proof.ok) return onConfirmed();
    return proof.twoFactorRequired ? undefined : proof;
  }

  return (
    <Question text={text("profile.confirmCodeText")} onSubmit={submit} onCancel={onCancel}>
      <Field
        name="code"
        type="text"
        label={text("field.secondFactor")}
        autoComplete="one-time-code"
        maxLength={32}
        invalidFor={["invalid_credentials"]}
      />
    </Question>
  );
}

/** Returns whether a code is one of the app, which has six digits, while a backup code has more. */
function giveSecondFactor(auth: ServiceAuth, code: string) {
  const digits = sixDigitsOf(code);
  return digits === undefined ? auth.twoFactor.verifyBackupCode(code) : auth.twoFactor.verify(digits);
}

function Password({ onConfirmed, onCancel }: ConfirmationProps): ReactNode {
  const auth = useAuth();
  const text = useText();

  async function submit(fields: FormData) {
    const proof = await auth.account.verifyPassword(textOf(fields, "password"));
    return proof.ok ? onConfirmed() : proof;
  }

  return (
    <Question text={text("profile.confirmText")} onSubmit={submit} onCancel={onCancel}>
      <PasswordField label={text("field.currentPassword")} />
    </Question>
  );
}

/** Signs in again by a code, which a user without a password can always do. */
function MailedCode({ email, onConfirmed, onCancel }: ConfirmationProps & { email: string }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const { project } = useProject();
  const [isSent, setSent] = useState(false);

  async function send() {
    const sent = await auth.signIn.otpRequest({ email });
    setSent(sent.ok);
    return sent;
  }

  async function submit(fields: FormData) {
    const proof = await auth.signIn.otpVerify({ email, otp: digitsOf(fields, "otp") });
    if (proof.ok) return onConfirmed();
    return proof.twoFactorRequired ? undefined : proof;
  }

  if (!project) return null;
  if (!project.methods.emailOtp) return <p data-part="text">{text("profile.confirmSignIn")}</p>;
  if (!isSent) {
    const words = { text: text("profile.confirmMailText"), button: text("profile.confirmMail") };
    return <Question key="send" {...words} onSubmit={send} onCancel={onCancel} />;
  }
  return (
    <Question key="code" text={text("verify.sent", { email })} onSubmit={submit} onCancel={onCancel}>
      <CodeField name="otp" />
    </Question>
  );
}

interface QuestionProps {
  text: string;
  button?: string;
  onSubmit: (fields: FormData) => Promise<Outcome>;
  onCancel: () => void;
  children?: ReactNode;
}

function Question({ text: question, button, onSubmit, onCancel, children }: QuestionProps): ReactNode {
  const text = useText();
  const place = useFirstFocus();
  return (
    <div data-part="step" ref={place}>
      <AuthForm part="confirmation" label={text("profile.confirmTitle")} onSubmit={onSubmit}>
        <p data-part="text">{question}</p>
        {children}
        <SubmitButton>{button ?? text("action.continue")}</SubmitButton>
        <p data-part="switch">
          <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
        </p>
      </AuthForm>
    </div>
  );
}
