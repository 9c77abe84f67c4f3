"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { fail } from "../failure";
import type { Failure, SignInResult } from "../result";
import type { SocialProvider, SsoConnection } from "../wire";
import { useAuth } from "./auth-provider";
import { ConnectionLink } from "./connection-link";
import { AuthForm, SubmitButton } from "./forms/auth-form";
import { Checkbox, EmailField, PasswordField, textOf } from "./forms/fields";
import { Panel, TextButton } from "./panel";
import { ProviderButtons } from "./provider-buttons";
import type { PanelBaseProps, SignInActions, SignInLinks, SingleFormProps } from "./sign-in-types";
import { keepTypedEmail } from "./typed-email";
import { useConnection } from "./use-connection";
import { useSignInMail } from "./use-sign-in-mail";
import { useText } from "./use-text";

/** A step of the panel. */
export type Step =
  | { name: "two-factor" }
  | { name: "sign-in" | "sign-up" | "sso"; email?: string }
  | { name: "forgot"; email?: string | undefined; sentTo?: string }
  | { name: "code"; email: string; number?: string | undefined }
  | { name: "verify"; credentials: Credentials };

/** The text that the user has typed, kept while this tab waits for the proof of the address. */
export interface Credentials {
  email: string;
  password: string;
  rememberMe?: boolean;
}

export interface SignInStepProps extends Omit<PanelBaseProps, "locale" | "messages">, Omit<SingleFormProps, "action"> {
  providers: readonly SocialProvider[];
  showEmailPassword: boolean;
  showMagicLink: boolean;
  showPasskey: boolean;
  showSignUp: boolean;
  showSso: boolean;
  defaultConnection?: SsoConnection | null | undefined;
  redirectTo: string | undefined;
  actions: SignInActions;
  links: SignInLinks;
  takesFocus: boolean;
  onStep: (step: Step) => void;
  onSignedIn: (userId: string) => void;
}

/** The step that signs in by password, mail, passkey, provider or connection. */
export function SignInStep(props: SignInStepProps): ReactNode {
  const { providers, showEmailPassword, showMagicLink, showPasskey, showSignUp, actions, links, onStep } = props;
  const text = useText();
  const hasForm = showEmailPassword || showMagicLink;
  const { headingLevel, className, takesFocus } = props;
  return (
    <Panel
      part="sign-in"
      title={text("signIn.title")}
      headingLevel={headingLevel}
      className={className}
      takesFocus={takesFocus}
    >
      {providers.length === 0 ? null : (
        <ProviderButtons providers={providers} redirectTo={props.redirectTo} action={actions.social} />
      )}
      {providers.length > 0 && hasForm ? <p data-part="divider">{text("signIn.or")}</p> : null}
      {hasForm ? <CredentialsForm {...props} /> : null}
      {showPasskey ? <PasskeySignIn {...props} offersAutofill={hasForm} /> : null}
      {props.showSso ? <SsoLink {...props} /> : null}
      {showSignUp && showEmailPassword ? (
        <p data-part="switch">
          {text("signIn.toSignUp")}{" "}
          <TextButton href={links.signUp} onClick={() => onStep({ name: "sign-up" })}>
            {text("signIn.toSignUpAction")}
          </TextButton>
        </p>
      ) : null}
    </Panel>
  );
}

function CredentialsForm(props: SignInStepProps): ReactNode {
  const { showEmailPassword, showMagicLink, showPasskey, redirectTo, actions, links, onStep, onSignedIn } = props;
  const auth = useAuth();
  const text = useText();
  const mail = useSignInMail();
  const company = useConnection(props);

  async function submit(fields: FormData, submitter: string) {
    const email = textOf(fields, "email").trim();
    if (company.connection?.required) return company.open(company.connection);
    if (showEmailPassword && submitter !== "mail") {
      const rememberMe = fields.get("rememberMe") === "true";
      const credentials = { email, password: textOf(fields, "password"), rememberMe };
      const result = await auth.signIn.email({ ...credentials, redirectTo });
      return company.after(follow(result, credentials, onStep, onSignedIn), email);
    }
    // The browser checks no field for this button, since it would ask for the password too.
    if (!/^\S+@\S+$/.test(email)) return fail("invalid_email", "This is no email address");
    const sent = await mail.send({ email, redirectTo });
    if (!sent.ok) return company.after(sent, email);
    onStep({ name: "code", email, number: sent.number });
    return undefined;
  }

  const { hiddenFields, failure, defaultEmail } = props;
  const typed = useRef(defaultEmail);
  const keep = (email: string) => {
    typed.current = email;
    company.look(email);
  };
  const action = showEmailPassword ? actions.signIn : actions.magicLink;
  const isRequired = company.connection?.required === true;
  return (
    <AuthForm part="form" onSubmit={submit} action={action} hiddenFields={hiddenFields} failure={failure}>
      <EmailField defaultValue={defaultEmail} offersPasskeys={showPasskey} onTyped={keep} />
      <ConnectionLink connection={company.connection} redirectTo={redirectTo} />
      {showEmailPassword && !isRequired ? (
        <>
          <PasswordField />
          <div data-part="row">
            <Checkbox name="rememberMe" label={text("signIn.remember")} isChecked />
            <TextButton
              href={links.forgotPassword}
              onClick={() => onStep({ name: "forgot", email: typed.current })}
              onFollow={() => keepTypedEmail(typed.current?.trim())}
            >
              {text("signIn.forgot")}
            </TextButton>
          </div>
          <SubmitButton>{text("signIn.submit")}</SubmitButton>
        </>
      ) : null}
      {showMagicLink && !isRequired ? (
        <SubmitButton
          name="mail"
          part={showEmailPassword ? "secondary" : "submit"}
          {...(showEmailPassword && { formAction: actions.magicLink, formNoValidate: true })}
        >
          {text(mail.button)}
        </SubmitButton>
      ) : null}
    </AuthForm>
  );
}

/** Leads to the step for those who know that their company has single sign-on. */
function SsoLink({ links, onStep }: SignInStepProps): ReactNode {
  const text = useText();
  return links.sso === undefined ? (
    <button type="button" data-part="secondary" onClick={() => onStep({ name: "sso" })}>
      {text("signIn.sso")}
    </button>
  ) : (
    <a data-part="secondary" href={links.sso}>
      {text("signIn.sso")}
    </a>
  );
}

/** Moves the panel to the step that a result leads to, or returns the failure for the form to show. */
export function follow(
  result: SignInResult,
  credentials: Credentials,
  onStep: SignInStepProps["onStep"],
  onSignedIn: SignInStepProps["onSignedIn"],
): Failure | undefined {
  if (result.ok) onSignedIn(result.userId);
  else if (result.twoFactorRequired) onStep({ name: "two-factor" });
  else if (result.code === "unverified_email") onStep({ name: "verify", credentials });
  else if (result.code === "password_reset_required") onStep({ name: "forgot", sentTo: credentials.email });
  else return result;
  return undefined;
}

/** The button that opens the browser's dialogue. The browser offers passkeys in the email field too. */
function PasskeySignIn({
  onStep,
  onSignedIn,
  offersAutofill,
}: SignInStepProps & { offersAutofill: boolean }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isSupported, setSupported] = useState(false);
  const [refusal, setRefusal] = useState<{ count: number; failure?: Failure }>({ count: 0 });
  useEffect(() => setSupported(typeof PublicKeyCredential !== "undefined"), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a refusal the field offers passkeys again
  useEffect(() => {
    if (!offersAutofill) return;
    const leaving = new AbortController();
    void auth.passkey.signIn({ autofill: true, signal: leaving.signal }).then((result) => {
      const failure = follow(result, NOTHING_TYPED, onStep, onSignedIn);
      if (failure && !QUIET.has(failure.code)) setRefusal(({ count }) => ({ count: count + 1, failure }));
    });
    return () => leaving.abort();
  }, [auth, offersAutofill, onStep, onSignedIn, refusal.count]);
  if (!isSupported) return null;
  const submit = async () => follow(await auth.passkey.signIn(), NOTHING_TYPED, onStep, onSignedIn);
  return (
    <AuthForm key={refusal.count} part="passkey-form" onSubmit={submit} failure={refusal.failure}>
      <SubmitButton part="secondary">{text("signIn.passkey")}</SubmitButton>
    </AuthForm>
  );
}

const NOTHING_TYPED: Credentials = { email: "", password: "" };

/** The failures of an offer in the email field that are not shown, since the user did not ask for it. */
const QUIET = new Set(["cancelled", "unsupported", "network_error", "service_error", "not_enabled", "rate_limited"]);
