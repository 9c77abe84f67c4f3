export interface JoinFormProps {
  title: string;
  text: string;
  action: string;
  token: string;
  /** Why it was refused a moment ago. */
  failure: string | null;
  email: { label: string; value: string };
  name: { label: string };
  /** `null` where the project has no passwords. */
  password: { label: string; hint: string } | null;
  button: string;
  /** Creates the account without a password. */
  secondButton: string | null;
}

/** The form with which an invited person signs up. It is always posted, since a GET must change nothing. */
export function JoinForm(props: JoinFormProps) {
  const { title, text, action, token, failure, email, name, password, button, secondButton } = props;
  const refused = failure === null ? {} : ({ "aria-invalid": true, "aria-describedby": "failure" } as const);
  return (
    <section data-auth-ui="" data-part="posted-form" aria-labelledby="title">
      <h1 data-part="title" id="title">
        {title}
      </h1>
      <p data-part="text">{text}</p>
      <form method="post" action={action} data-part="form">
        <input type="hidden" name="token" value={token} />
        <div data-part="error" id="failure" role="alert">
          {failure}
        </div>
        <div data-part="field">
          <label data-part="label" htmlFor="email">
            {email.label}
          </label>
          <input
            data-part="input"
            id="email"
            type="email"
            autoComplete="username"
            readOnly
            value={email.value}
            dir="ltr"
          />
        </div>
        <div data-part="field">
          <label data-part="label" htmlFor="name">
            {name.label}
          </label>
          <input data-part="input" id="name" name="name" maxLength={256} autoComplete="name" required />
        </div>
        {password && (
          <div data-part="field">
            <label data-part="label" htmlFor="password">
              {password.label}
            </label>
            <input
              data-part="input"
              id="password"
              name="password"
              type="password"
              autoComplete="new-password"
              required
              {...(failure === null ? { "aria-describedby": "password-hint" } : refused)}
            />
            <p data-part="hint" id="password-hint">
              {password.hint}
            </p>
          </div>
        )}
        <button type="submit" data-part="submit">
          {button}
        </button>
        {secondButton !== null && (
          <button type="submit" name="without" value="password" formNoValidate data-part="secondary">
            {secondButton}
          </button>
        )}
      </form>
    </section>
  );
}
