"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { SocialProvider, SsoConnection } from "../wire";
import { TextsProvider, useAuth } from "./auth-provider";
import { EmailCodeForm } from "./email-code-form";
import { ForgotPasswordForm } from "./forgot-password-form";
import { SignInStep, type Step } from "./sign-in-step";
import type { PanelBaseProps, SignInActions, SignInLinks, SingleFormProps } from "./sign-in-types";
import { SignUpStep } from "./sign-up-step";
import { SsoStep } from "./sso-step";
import { TwoFactorChallenge } from "./two-factor-challenge";
import { UnlessRefused } from "./unless-refused";
import { useOffer } from "./use-offer";
import { VerifyStep } from "./verify-step";

/**
 * Props of `SignInPanel`.
 *
 * @example
 * const props: SignInPanelProps = { providers: ["google", "github"], redirectTo: "/welcome" };
 */
export interface SignInPanelProps extends PanelBaseProps, Omit<SingleFormProps, "action"> {
  /** Which of the project's providers to offer, and in which order; by default all that it has on. An empty array hides them. */
  providers?: readonly SocialProvider[];
  /** Whether to offer a password where the project has it on, by default `true`. */
  showEmailPassword?: boolean;
  /** Whether to offer a mailed link and code where the project has one on, by default `true`. */
  showMagicLink?: boolean;
  /** Whether to offer passkeys in browsers that have them where the project has them on, by default `true`. */
  showPasskey?: boolean;
  /** Whether to offer a new account where the project allows it, by default `true`. */
  showSignUp?: boolean;
  /** Whether to offer single sign-on where the project has a connection on, by default `true`. */
  showSso?: boolean;
  /** The connection of the address in `defaultEmail`, for a page that has looked it up. */
  defaultConnection?: SsoConnection | null;
  /** The address to go to after the sign-in, also by mailed links and providers. */
  redirectTo?: string;
  /** Called after the sign-in. */
  onSuccess?: (signedIn: { userId: string }) => void;
  /** The step that the panel begins with, by default `sign-in`. */
  mode?: "sign-in" | "sign-up" | "sso";
  /** The least length of a new password, for the hint beside its field. By default it is the project's. */
  passwordMinLength?: number;
  /** The addresses that the forms post to without scripts. */
  actions?: SignInActions;
  /** The addresses of pages for other steps. */
  links?: SignInLinks;
}

/**
 * Signs a user in by every method that the project offers: password, mail, passkey, provider, the identity provider of
 * their company, and the second factor after each.
 *
 * @example
 * <SignInPanel providers={["google"]} redirectTo="/" onSuccess={({ userId }) => track(userId)} />
 */
export function SignInPanel({ locale, messages, ...props }: SignInPanelProps): ReactNode {
  return (
    <TextsProvider locale={locale} messages={messages}>
      <UnlessRefused {...props}>
        <Steps {...props} />
      </UnlessRefused>
    </TextsProvider>
  );
}

function Steps(props: Omit<SignInPanelProps, "locale" | "messages">): ReactNode {
  const { mode = "sign-in", headingLevel, className, redirectTo, hiddenFields, actions = {}, links = {} } = props;
  const auth = useAuth();
  const [step, setStep] = useState<Step>({ name: mode });
  const [hasMoved, setMoved] = useState(false);
  const offer = useOffer(props);
  const onSignedIn = useSignedIn(props);
  const onStep = useCallback((next: Step) => {
    setMoved(true);
    setStep(next);
  }, []);
  const onBack = useCallback(() => onStep({ name: "sign-in" }), [onStep]);
  const onSuccess = useCallback(({ userId }: { userId: string }) => onSignedIn(userId), [onSignedIn]);
  const panel = { headingLevel, className, takesFocus: hasMoved, hiddenFields };
  const { failure, defaultEmail, defaultConnection } = props;
  const given = { failure, defaultEmail, defaultConnection };
  const first = { ...panel, ...offer, ...given, redirectTo, actions, links, onStep, onSignedIn };

  switch (step.name) {
    case "sign-in":
      return <SignInStep {...first} defaultEmail={step.email ?? first.defaultEmail} />;
    case "sso":
      return <SsoStep {...first} defaultEmail={step.email ?? defaultEmail} />;
    case "sign-up":
      return <SignUpStep {...first} passwordMinLength={props.passwordMinLength} />;
    case "code": {
      const { email, number } = step;
      const onTwoFactorRequired = () => onStep({ name: "two-factor" });
      const own = { email, number, redirectTo, onSuccess, onTwoFactorRequired, onBack };
      return <EmailCodeForm {...panel} {...own} action={actions.otp} />;
    }
    case "two-factor": {
      const { twoFactor: action, backupCode: backupAction } = actions;
      return (
        <TwoFactorChallenge
          {...panel}
          action={action}
          backupAction={backupAction}
          onSuccess={onSuccess}
          onCancel={onBack}
        />
      );
    }
    case "forgot":
      return (
        <ForgotPasswordForm
          {...panel}
          action={actions.passwordReset}
          redirectTo={auth.hostedPageURL("reset-password", redirectTo)}
          isRequired={step.sentTo !== undefined}
          sentTo={step.sentTo}
          defaultEmail={step.email}
          onSuccess={({ email }) => onStep({ name: "sign-in", email })}
          onBack={onBack}
        />
      );
    case "verify":
      return (
        <VerifyStep
          {...panel}
          action={actions.verifyEmail}
          credentials={step.credentials}
          redirectTo={redirectTo}
          onStep={onStep}
          onSignedIn={onSignedIn}
        />
      );
  }
}

/** Returns one function for the life of the panel, which calls the latest props. */
function useSignedIn({ redirectTo, onSuccess }: Pick<SignInPanelProps, "redirectTo" | "onSuccess">) {
  const latest = useRef({ redirectTo, onSuccess });
  useEffect(() => {
    latest.current = { redirectTo, onSuccess };
  });
  return useCallback((userId: string) => {
    const { redirectTo, onSuccess } = latest.current;
    onSuccess?.({ userId });
    const target = redirectTo === undefined ? null : URL.parse(redirectTo, window.location.href);
    // The address may come from a query, so it must not run as a script.
    if (target && /^https?:$/.test(target.protocol)) window.location.assign(target);
  }, []);
}
