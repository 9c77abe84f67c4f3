"use client";

import { type ReactNode, useState } from "react";
import type { User } from "../../wire";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Checkbox, PasswordField, textOf } from "../forms/fields";
import { LoadFailure } from "../load-failure";
import { Notice } from "../panel";
import { hasPassword } from "../use-has-password";
import { useLoaded } from "../use-loaded";
import { useText } from "../use-text";
import { Section } from "./section";
import { useConfirmed } from "./use-confirmed";

interface PasswordProps {
  user: User;
}

/** A form for a new password, which asks for the current one, or for a first one. */
export function PasswordSection({ user }: PasswordProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const { data, failure, isLoading, reload } = useLoaded(auth.account.listAccounts);
  const [done, setDone] = useState<"profile.passwordChanged" | "profile.passwordSet" | null>(null);
  const isKnown = data !== null;

  async function succeed() {
    setDone("profile.passwordSet");
    await reload();
  }

  return (
    <Section title={text("profile.password")} isBusy={isLoading}>
      <Notice>{done === null ? null : text(done)}</Notice>
      <LoadFailure failure={failure} />
      {isKnown && hasPassword(data.accounts) ? (
        <ChangeForm key={done} user={user} onDone={() => setDone("profile.passwordChanged")} />
      ) : null}
      {isKnown && !hasPassword(data.accounts) ? <FirstForm user={user} onDone={succeed} /> : null}
    </Section>
  );
}

/** A hidden field that tells a password manager whose password it keeps. */
function UserName({ user }: { user: User }): ReactNode {
  return <input type="email" name="username" autoComplete="username" defaultValue={user.email} readOnly hidden />;
}

function ChangeForm({ user, onDone }: PasswordProps & { onDone: () => void }): ReactNode {
  const auth = useAuth();
  const text = useText();

  async function submit(fields: FormData) {
    const result = await auth.account.changePassword({
      currentPassword: textOf(fields, "currentPassword"),
      newPassword: textOf(fields, "newPassword"),
      revokeOtherSessions: fields.get("revokeOtherSessions") === "true",
    });
    if (result.ok) onDone();
    return result;
  }

  return (
    <AuthForm part="form" onSubmit={submit}>
      <UserName user={user} />
      <PasswordField name="currentPassword" label={text("field.currentPassword")} />
      <PasswordField name="newPassword" isNew />
      <Checkbox name="revokeOtherSessions" label={text("profile.signOutOthers")} isChecked />
      <SubmitButton part="secondary">{text("profile.changePassword")}</SubmitButton>
    </AuthForm>
  );
}

function FirstForm({ user, onDone }: PasswordProps & { onDone: () => Promise<void> }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const { run, confirmation } = useConfirmed();

  const submit = (fields: FormData) =>
    run(async () => {
      const result = await auth.account.setPassword({ newPassword: textOf(fields, "newPassword") });
      if (result.ok) await onDone();
      return result;
    });

  return (
    <>
      {confirmation}
      <AuthForm part="form" onSubmit={submit}>
        <p data-part="text">{text("profile.noPassword")}</p>
        <UserName user={user} />
        <PasswordField name="newPassword" isNew />
        <SubmitButton part="secondary">{text("profile.setPassword")}</SubmitButton>
      </AuthForm>
    </>
  );
}
