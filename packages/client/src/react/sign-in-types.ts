import type { ShownFailure } from "./forms/auth-form";
import type { MessageKey } from "./messages/en";
import type { HeadingLevel } from "./panel";

/** What all components take. */
export interface PanelBaseProps {
  className?: string;
  /** Of the title; 2 unless the component is the page. */
  headingLevel?: HeadingLevel;
  /** BCP 47 tag of the texts. */
  locale?: string;
  /** Texts of one's own in the place of the provider's. */
  messages?: Partial<Record<MessageKey, string>>;
}

/** What makes one form work before scripts run, or without them. */
export interface SingleFormProps {
  /** Where the form posts to without scripts. */
  action?: string | undefined;
  /** Fields posted besides. */
  hiddenFields?: Readonly<Record<string, string>> | undefined;
  /** A refusal to show from the start. */
  failure?: ShownFailure | undefined;
  defaultEmail?: string | undefined;
}

/**
 * Where the panel's forms post to without scripts. A page served for that case gives those it answers.
 *
 * @example
 * const actions: SignInActions = { signIn: "/sign-in", signUp: "/sign-up" };
 */
export interface SignInActions {
  signIn?: string;
  signUp?: string;
  magicLink?: string;
  /** Takes `email` and `otp`. */
  otp?: string;
  twoFactor?: string;
  backupCode?: string;
  passwordReset?: string;
  verifyEmail?: string;
  /** Links lead here with the provider behind it, as in `/auth/p_…/social` + `/github`, and `redirect_to`. */
  social?: string;
}

/**
 * Pages of their own for steps that the panel else shows in its own place.
 *
 * @example
 * const links: SignInLinks = { forgotPassword: "/forgot-password" };
 */
export interface SignInLinks {
  signIn?: string;
  signUp?: string;
  forgotPassword?: string;
}
