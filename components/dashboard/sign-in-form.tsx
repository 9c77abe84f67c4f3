"use client";

import { useActionState } from "react";
import styles from "./sign-in-form.module.css";

interface State {
  message: string | null;
}

/** A plain form that the action answers; it needs no script. */
export function SignInForm({ action }: { action: (previous: State, form: FormData) => Promise<State> }) {
  const [state, submit, isPending] = useActionState(action, { message: null });
  return (
    <form className={styles.form} action={submit}>
      {state.message && (
        <p className={styles.refusal} role="alert">
          {state.message}
        </p>
      )}
      <label>
        E-mail address
        <input name="email" type="email" autoComplete="username" required maxLength={254} />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required maxLength={1024} />
      </label>
      <button type="submit" disabled={isPending}>
        Sign in
      </button>
    </form>
  );
}
