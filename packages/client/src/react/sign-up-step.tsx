"use client";

import type { ReactNode } from "react";
import { useAuth } from "./auth-provider";
import { ConnectionLink } from "./connection-link";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { EmailField, Field, PasswordField, textOf } from "./forms/fields";
import { Panel, TextButton } from "./panel";
import { ProviderButtons } from "./provider-buttons";
import type { SignInStepProps } from "./sign-in-step";
import { useConnection } from "./use-connection";
import { useText } from "./use-text";

interface SignUpStepProps extends SignInStepProps {
  passwordMinLength?: number | undefined;
}

/** The step that creates an account by a password or a provider. */
export function SignUpStep(props: SignUpStepProps): ReactNode {
  const { providers, actions, links, redirectTo, passwordMinLength, onStep, onSignedIn } = props;
  const auth = useAuth();
  const text = useText();
  const company = useConnection(props);
  const isRequired = company.connection?.required === true;

  async function submit(fields: FormData) {
    const email = textOf(fields, "email").trim();
    if (company.connection?.required) return company.open(company.connection);
    const name = textOf(fields, "name").trim();
    const password = textOf(fields, "password");
    const result = await auth.signUp.email({ email, name, password, redirectTo });
    if (!result.ok) return company.after(result, email);
    if (result.sessionExpiresAt === null) onStep({ name: "verify", credentials: { email, password } });
    else onSignedIn(result.userId);
    return undefined;
  }

  const { headingLevel, className, takesFocus, hiddenFields, failure, defaultEmail } = props;
  return (
    <Panel
      part="sign-up"
      title={text("signUp.title")}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      {providers.length === 0 ? null : (
        <>
          <ProviderButtons providers={providers} redirectTo={redirectTo} action={actions.social} />
          <p data-part="divider">{text("signIn.or")}</p>
        </>
      )}
      <AuthForm part="form" action={actions.signUp} onSubmit={submit} hiddenFields={hiddenFields} failure={failure}>
        {isRequired ? null : (
          <Field name="name" type="text" label={text("field.name")} autoComplete="name" maxLength={100} />
        )}
        <EmailField defaultValue={defaultEmail} onTyped={company.look} />
        <ConnectionLink connection={company.connection} redirectTo={redirectTo} />
        {isRequired ? null : (
          <>
            <PasswordField isNew label={text("field.password")} minLength={passwordMinLength} />
            <SubmitButton>{text("signUp.submit")}</SubmitButton>
          </>
        )}
      </AuthForm>
      <p data-part="switch">
        {text("signUp.toSignIn")}{" "}
        <TextButton href={links.signIn} onClick={() => onStep({ name: "sign-in" })}>
          {text("signUp.toSignInAction")}
        </TextButton>
      </p>
    </Panel>
  );
}
