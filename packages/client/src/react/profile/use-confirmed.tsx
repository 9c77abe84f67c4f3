"use client";

import { type ReactNode, useState } from "react";
import type { Failure } from "../../result";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { PasswordField, textOf } from "../forms/fields";
import { TextButton } from "../panel";
import { useFirstFocus } from "../use-first-focus";
import { useText } from "../use-text";

type Outcome = Failure | { ok: true } | undefined;
type Action = () => Promise<Outcome>;

/**
 * Runs what demands a fresh sign-in. Where the service wants a proof first, `confirmation` asks for the password, and
 * the action is run again once that was right.
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

function Confirmation({ onConfirmed, onCancel }: { onConfirmed: Action; onCancel: () => void }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const place = useFirstFocus();

  async function submit(fields: FormData) {
    const proof = await auth.account.verifyPassword(textOf(fields, "password"));
    return proof.ok ? onConfirmed() : proof;
  }

  return (
    <div data-part="step" ref={place}>
      <AuthForm part="confirmation" label={text("profile.confirmTitle")} onSubmit={submit}>
        <p data-part="text">{text("profile.confirmText")}</p>
        <PasswordField label={text("field.currentPassword")} />
        <SubmitButton>{text("action.continue")}</SubmitButton>
        <p data-part="switch">
          <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
        </p>
      </AuthForm>
    </div>
  );
}
