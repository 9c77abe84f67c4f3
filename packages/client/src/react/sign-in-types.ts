import type { OwnMessages } from "./auth-provider";
import type { ShownFailure } from "./forms/auth-form";
import type { HeadingLevel } from "./panel";

/** The props that all components have. */
export interface PanelBaseProps {
  /** A class of the component's root element. */
  className?: string;
  /** The level of the title's heading, by default 2. */
  headingLevel?: HeadingLevel;
  /** The language of the texts as a BCP 47 tag, by default the provider's. */
  locale?: string;
  /** Texts by key in the place of the provider's. */
  messages?: OwnMessages;
}

/** The props by which a form works before scripts run, or without them. */
export interface SingleFormProps {
  /** The address that the form posts to without scripts. */
  action?: string | undefined;
  /** Fields that are posted besides the visible ones. */
  hiddenFields?: Readonly<Record<string, string>> | undefined;
  /** A failure to show from the start. */
  failure?: ShownFailure | undefined;
  /** The address in the email field at the start. */
  defaultEmail?: string | undefined;
}

/**
 * The addresses that the panel's forms post to without scripts. A page gives those that its server handles.
 *
 * @example
 * const actions: SignInActions = { signIn: "/sign-in", signUp: "/sign-up" };
 */
export interface SignInActions {
  signIn?: string;
  signUp?: string;
  magicLink?: string;
  /** The address that gets `email` and `otp`. */
  otp?: string;
  twoFactor?: string;
  backupCode?: string;
  passwordReset?: string;
  verifyEmail?: string;
  /** The address that gets `email` and leads to the company's identity provider. */
  sso?: string;
  /** The address to which the links of providers append the provider, such as `/github`, and `redirect_to`. */
  social?: string;
}

/**
 * The addresses of pages for steps that the panel otherwise shows in its own place.
 *
 * @example
 * const links: SignInLinks = { forgotPassword: "/forgot-password" };
 */
export interface SignInLinks {
  signIn?: string;
  signUp?: string;
  forgotPassword?: string;
  sso?: string;
}
