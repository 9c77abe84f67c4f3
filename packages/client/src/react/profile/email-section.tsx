"use client";

import { type ReactNode, useState } from "react";
import type { User } from "../../wire";
import { useAuth, useUser } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { CodeField, digitsOf, EmailField, textOf } from "../forms/fields";
import type { MessageKey } from "../messages/en";
import { Notice } from "../panel";
import { useText } from "../use-text";
import type { Outcome } from "./confirmation";
import { ActionButton, Section } from "./section";
import { useConfirmed } from "./use-confirmed";

interface EmailSectionProps {
  user: User;
  /** Whether mails have codes besides their links. */
  hasCodes: boolean;
  /** The address that the links of the mails lead to in the end. */
  redirectTo: string | undefined;
}

/** A mail that was sent, whose code can be typed here. */
type Waiting = { kind: "verification" } | { kind: "change"; newEmail: string };

/** The user's address, whether it is verified, and a form for another one. */
export function EmailSection({ user, hasCodes, redirectTo }: EmailSectionProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const { refresh } = useUser();
  const [notice, setNotice] = useState<MessageKey | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { run, confirmation } = useConfirmed();

  function wait(sent: Waiting, next: MessageKey) {
    setNotice(next);
    setWaiting(sent);
  }

  const change = (fields: FormData) =>
    run(async () => {
      const newEmail = textOf(fields, "newEmail").trim();
      const result = await auth.account.changeEmail({ newEmail, redirectTo });
      if (result.ok) wait({ kind: "change", newEmail }, "profile.emailPending");
      return result;
    });

  async function verify() {
    const result = await auth.emailVerification.send({ email: user.email, redirectTo });
    if (result.ok) wait({ kind: "verification" }, "profile.verificationSent");
    return result;
  }

  async function finish(otp: string, { kind, ...given }: Waiting): Promise<Outcome> {
    const isChange = kind === "change";
    const { newEmail = "" } = given as { newEmail?: string };
    const result = isChange
      ? await auth.account.confirmEmailChange({ newEmail, otp })
      : await auth.emailVerification.verify({ email: user.email, otp });
    if (!result.ok) return result;
    await refresh();
    setWaiting(null);
    setNotice(isChange ? "profile.emailChanged" : "profile.emailConfirmed");
    return undefined;
  }

  return (
    <Section title={text("profile.email")}>
      <p data-part="text">
        {user.email}{" "}
        <span data-part="badge">{text(user.emailVerified ? "profile.emailVerified" : "profile.emailUnverified")}</span>
      </p>
      <Notice>{notice === null ? null : text(notice)}</Notice>
      {waiting && hasCodes ? (
        <MailedCode key={waiting.kind} waiting={waiting} onSubmit={(otp) => finish(otp, waiting)} />
      ) : null}
      {user.emailVerified ? null : <ActionButton onAct={verify}>{text("profile.sendVerification")}</ActionButton>}
      {confirmation}
      <AuthForm part="form" onSubmit={change}>
        <EmailField name="newEmail" isNew label={text("profile.newEmail")} />
        <SubmitButton part="secondary">{text("profile.changeEmail")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}

function MailedCode({
  waiting,
  onSubmit,
}: {
  waiting: Waiting;
  onSubmit: (otp: string) => Promise<Outcome>;
}): ReactNode {
  const text = useText();
  const explanation =
    waiting.kind === "change"
      ? text("profile.changeCodeText", { email: waiting.newEmail })
      : text("profile.verificationCodeText");
  return (
    <AuthForm part="form" onSubmit={(fields) => onSubmit(digitsOf(fields, "otp"))}>
      <p data-part="text">{explanation}</p>
      <CodeField name="otp" />
      <SubmitButton part="secondary">{text("verify.submit")}</SubmitButton>
    </AuthForm>
  );
}
