"use client";

import { type ClipboardEvent, type ComponentProps, type ReactNode, useId, useState } from "react";
import { codeInText, digitsIn } from "../typed-code";
import { useProject } from "../use-project";
import { useText } from "../use-text";
import { useInvalid } from "./auth-form";

type InputProps = Pick<
  ComponentProps<"input">,
  | "type"
  | "autoComplete"
  | "defaultValue"
  | "required"
  | "minLength"
  | "maxLength"
  | "inputMode"
  | "pattern"
  | "onPaste"
  | "onInput"
  | "ref"
> & {
  name: string;
  label: string;
  hint?: string | undefined;
  /** The codes of failures that are about this field. */
  invalidFor?: readonly string[];
  autoCapitalize?: "none" | "characters";
};

/** An input with a label. */
export function Field({ label, hint, invalidFor = [], children, ...input }: InputProps & { children?: ReactNode }) {
  const id = useId();
  const invalid = useInvalid(invalidFor);
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const describedBy = [hintId, invalid["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={id}>
        {label}
      </label>
      <div data-part="input-row">
        <input
          data-part="input"
          id={id}
          required
          spellCheck={false}
          {...input}
          {...invalid}
          aria-describedby={describedBy === "" ? undefined : describedBy}
        />
        {children}
      </div>
      {hint === undefined ? null : (
        <p data-part="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface EmailFieldProps {
  name?: string;
  label?: string;
  defaultValue?: string | undefined;
  /** Whether the browser offers passkeys beside the remembered addresses. */
  offersPasskeys?: boolean;
  /** Whether it is an address that the user does not sign in with yet. */
  isNew?: boolean;
  /** Called with the text that is typed, also with the text that was typed or filled in before scripts ran. */
  onTyped?: (email: string) => void;
}

export function EmailField({
  name = "email",
  label,
  defaultValue,
  offersPasskeys = false,
  isNew = false,
  onTyped,
}: EmailFieldProps): ReactNode {
  const text = useText();
  const known = offersPasskeys ? "username webauthn" : "username";
  return (
    <Field
      name={name}
      type="email"
      label={label ?? text("field.email")}
      autoComplete={isNew ? "email" : known}
      inputMode="email"
      autoCapitalize="none"
      maxLength={254}
      defaultValue={defaultValue}
      ref={(input) => {
        if (input?.value) onTyped?.(input.value);
      }}
      onInput={(event) => onTyped?.(event.currentTarget.value)}
      invalidFor={["invalid_email", "email_taken", "invalid_credentials", "email_is_the_same", "sso_not_found"]}
    />
  );
}

interface PasswordFieldProps {
  name?: string;
  label?: string;
  isNew?: boolean;
  /** The least length of a new password, by default the project's. */
  minLength?: number | undefined;
}

/** A field for a password, with a button that shows it. */
export function PasswordField({ name = "password", label, isNew = false, ...given }: PasswordFieldProps): ReactNode {
  const text = useText();
  const { project } = useProject();
  const minLength = given.minLength ?? project?.passwordPolicy.minLength;
  const [isShown, setShown] = useState(false);
  const hint = isNew && minLength ? text("field.passwordHint", { length: String(minLength) }) : undefined;
  return (
    <Field
      name={name}
      type={isShown ? "text" : "password"}
      label={label ?? text(isNew ? "field.newPassword" : "field.password")}
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="none"
      hint={hint}
      {...(isNew && minLength ? { minLength } : {})}
      invalidFor={["weak_password", "invalid_credentials", "invalid_password"]}
    >
      <button
        type="button"
        data-part="reveal"
        aria-pressed={isShown}
        aria-label={text("password.show")}
        onClick={() => setShown(!isShown)}
      />
    </Field>
  );
}

/** A field for a code of six digits. It is one field, so that autofill, screen readers and pasting work as usual. */
export function CodeField({ name = "code" }: { name?: string }): ReactNode {
  const text = useText();
  return (
    <Field
      name={name}
      type="text"
      label={text("field.code")}
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern={SIX_DIGITS}
      onPaste={pasteDigits}
      invalidFor={["invalid_credentials"]}
    />
  );
}

/** Six digits of any script, with any characters between and around them. */
const SIX_DIGITS = "\\P{Nd}*(\\p{Nd}\\P{Nd}*){6}";

/** Takes the digits out of a pasted text such as "Your code is 123 456." */
function pasteDigits(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = codeInText(event.clipboardData.getData("text"));
  if (digits === undefined) return;
  event.preventDefault();
  event.currentTarget.value = digits;
}

export function digitsOf(fields: FormData, name = "code"): string {
  return digitsIn(textOf(fields, name));
}

export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

/** A check box with a label. */
export function Checkbox({
  name,
  label,
  isChecked = false,
}: {
  name: string;
  label: string;
  isChecked?: boolean;
}): ReactNode {
  return (
    <label data-part="checkbox">
      <input type="checkbox" name={name} value="true" defaultChecked={isChecked} />
      <span>{label}</span>
    </label>
  );
}
