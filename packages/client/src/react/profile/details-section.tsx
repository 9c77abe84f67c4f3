"use client";

import { type ReactNode, useState } from "react";
import type { User } from "../../wire";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Checkbox, EmailField, Field, PasswordField, textOf } from "../forms/fields";
import { Notice } from "../panel";
import { useText } from "../use-text";
import { ActionButton, Section } from "./section";
import { useConfirmed } from "./use-confirmed";

/** A form for the user's name. */
export function DetailsSection({ user }: { user: User }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isSaved, setSaved] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.account.updateUser({ name: textOf(fields, "name").trim() });
    setSaved(result.ok);
    return result;
  }

  return (
    <Section title={text("profile.details")}>
      <Notice>{isSaved ? text("action.saved") : null}</Notice>
      <AuthForm part="form" onSubmit={submit}>
        <Field name="name" type="text" label={text("field.name")} autoComplete="name" defaultValue={user.name} />
        <SubmitButton part="secondary">{text("action.save")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}

/** The user's address, whether it is verified, and a form for another one. */
export function EmailSection({ user }: { user: User }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [notice, setNotice] = useState<"profile.emailPending" | "profile.verificationSent" | null>(null);
  const { run, confirmation } = useConfirmed();

  const submit = (fields: FormData) =>
    run(async () => {
      const result = await auth.account.changeEmail({ newEmail: textOf(fields, "newEmail").trim() });
      if (result.ok) setNotice("profile.emailPending");
      return result;
    });

  async function verify() {
    const result = await auth.emailVerification.send({ email: user.email });
    if (result.ok) setNotice("profile.verificationSent");
    return result;
  }

  return (
    <Section title={text("profile.email")}>
      <p data-part="text">
        {user.email}{" "}
        <span data-part="badge">{text(user.emailVerified ? "profile.emailVerified" : "profile.emailUnverified")}</span>
      </p>
      <Notice>{notice === null ? null : text(notice)}</Notice>
      {user.emailVerified ? null : <ActionButton onAct={verify}>{text("profile.sendVerification")}</ActionButton>}
      {confirmation}
      <AuthForm part="form" onSubmit={submit}>
        <EmailField name="newEmail" isNew label={text("profile.newEmail")} />
        <SubmitButton part="secondary">{text("profile.changeEmail")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}

/** A form for a new password, which asks for the current one. */
export function PasswordSection({ user, minLength }: { user: User; minLength?: number | undefined }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isDone, setDone] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.account.changePassword({
      currentPassword: textOf(fields, "currentPassword"),
      newPassword: textOf(fields, "newPassword"),
      revokeOtherSessions: fields.get("revokeOtherSessions") === "true",
    });
    setDone(result.ok);
    return result;
  }

  return (
    <Section title={text("profile.password")}>
      <Notice>{isDone ? text("profile.passwordChanged") : null}</Notice>
      <AuthForm part="form" onSubmit={submit} key={String(isDone)}>
        <input type="email" name="username" autoComplete="username" defaultValue={user.email} readOnly hidden />
        <PasswordField name="currentPassword" label={text("field.currentPassword")} />
        <PasswordField name="newPassword" isNew minLength={minLength} />
        <Checkbox name="revokeOtherSessions" label={text("profile.signOutOthers")} isChecked />
        <SubmitButton part="secondary">{text("profile.changePassword")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}
