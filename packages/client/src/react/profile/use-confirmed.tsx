"use client";

import { type ReactNode, useState } from "react";
import type { ServiceAuth } from "../../create-service-auth";
import type { Failure } from "../../result";
import { useAuth, useUser } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Field, PasswordField, textOf } from "../forms/fields";
import { TextButton } from "../panel";
import { useFirstFocus } from "../use-first-focus";
import { useText } from "../use-text";

type Outcome = Failure | { ok: true } | undefined;
type Action = () => Promise<Outcome>;

/**
 * Runs actions that need a fresh sign-in. When the service refuses one with `session_not_fresh`, `confirmation` asks
 * for the password or the user's second factor, and the action runs again after it.
 */
export function useConfirmed(): { run: (action: Action) => Promise<Outcome>; confirmation: ReactNode } {
  const [waiting, setWaiting] = useState<{ action: Action } | null>(null);

  async function run(action: Action): Promise<Outcome> {
    const result = await action();
    if (result?.ok !== false || !/^session_(not_fresh|expired)$/.test(result.code)) return result;
    setWaiting({ action });
    return undefined;
  }

  const confirmation = waiting ? (
    <Confirmation
      onConfirmed={async () => {
        const result = await waiting.action();
        if (result?.ok !== false) setWaiting(null);
        return result;
      }}
      onCancel={() => setWaiting(null)}
    />
  ) : null;
  return { run, confirmation };
}

/** Returns whether a code is one of the app, which has six digits, while a backup code has more. */
function giveSecondFactor(auth: ServiceAuth, code: string) {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? auth.twoFactor.verify(digits) : auth.twoFactor.verifyBackupCode(code);
}

function Confirmation({ onConfirmed, onCancel }: { onConfirmed: Action; onCancel: () => void }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const place = useFirstFocus();
  const { user } = useUser();
  const hasSecondFactor = user?.twoFactorEnabled ?? false;

  async function submit(fields: FormData) {
    const proof = hasSecondFactor
      ? await giveSecondFactor(auth, textOf(fields, "code").trim())
      : await auth.account.verifyPassword(textOf(fields, "password"));
    if (proof.ok) return onConfirmed();
    return "twoFactorRequired" in proof && proof.twoFactorRequired ? undefined : proof;
  }

  return (
    <div data-part="step" ref={place}>
      <AuthForm part="confirmation" label={text("profile.confirmTitle")} onSubmit={submit}>
        <p data-part="text">{text(hasSecondFactor ? "profile.confirmCodeText" : "profile.confirmText")}</p>
        {hasSecondFactor ? (
          <Field
            name="code"
            type="text"
            label={text("field.secondFactor")}
            autoComplete="one-time-code"
            maxLength={32}
            invalidFor={["invalid_credentials"]}
          />
        ) : (
          <PasswordField label={text("field.currentPassword")} />
        )}
        <SubmitButton>{text("action.continue")}</SubmitButton>
        <p data-part="switch">
          <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
        </p>
      </AuthForm>
    </div>
  );
}
