export interface PostedFormProps {
  title: string;
  text: string;
  action: string;
  hiddenFields: Record<string, string>;
  /** Why it was refused a moment ago. */
  failure: string | null;
  field?: PostedFieldProps;
  button: string;
  cancel?: { href: string; text: string };
}

/** A form that is always posted: the target of a mailed link, whose GET must change nothing. */
export function PostedForm({ title, text, action, hiddenFields, failure, field, button, cancel }: PostedFormProps) {
  return (
    <section data-auth-ui="" data-part="posted-form" aria-labelledby="title">
      <h1 data-part="title" id="title">
        {title}
      </h1>
      <p data-part="text">{text}</p>
      <form method="post" action={action} data-part="form">
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div data-part="error" id="failure" role="alert">
          {failure}
        </div>
        {field && <PostedField {...field} isRefused={failure !== null} />}
        <button type="submit" data-part="submit">
          {button}
        </button>
      </form>
      {cancel && (
        <p data-part="switch">
          <a data-part="link" href={cancel.href}>
            {cancel.text}
          </a>
        </p>
      )}
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

function PostedField({ name, label, isRefused, ...input }: PostedFieldProps & { isRefused: boolean }) {
  return (
    <div data-part="field">
      <label data-part="label" htmlFor={name}>
        {label}
      </label>
      <input
        data-part="input"
        id={name}
        name={name}
        required
        {...input}
        {...(isRefused && { "aria-invalid": true, "aria-describedby": "failure" })}
      />
    </div>
  );
}
