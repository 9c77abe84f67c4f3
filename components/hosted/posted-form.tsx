import type { ReactNode } from "react";
import styles from "./hosted-page.module.css";

interface PostedFormProps {
  title: string;
  text: string;
  action: string;
  hiddenFields: Record<string, string>;
  /** Why it was refused a moment ago. */
  failure: string | null;
  button: string;
  children?: ReactNode;
}

/** A form that is always posted: what a mailed link leads to, whose GET must change nothing. */
export function PostedForm({ title, text, action, hiddenFields, failure, button, children }: PostedFormProps) {
  return (
    <section data-auth-ui="" data-part="posted-form" aria-labelledby="title">
      <h1 data-part="title" id="title">
        {title}
      </h1>
      <p data-part="text">{text}</p>
      <form method="post" action={action} data-part="form" className={styles.form}>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div data-part="error" role="alert">
          {failure}
        </div>
        {children}
        <button type="submit" data-part="submit">
          {button}
        </button>
      </form>
    </section>
  );
}

interface PostedFieldProps {
  name: string;
  label: string;
  type: "text" | "password";
  autoComplete: string;
  inputMode?: "numeric";
}

export function PostedField({ name, label, type, autoComplete, inputMode }: PostedFieldProps) {
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={name}>
        {label}
      </label>
      <input data-part="input" id={name} required {...{ name, type, autoComplete, inputMode }} />
    </div>
  );
}
