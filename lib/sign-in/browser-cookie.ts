export type CookieKind =
  /** The session of a project's user; `dashboard` is that of the service's own users. */
  | "session"
  | "dashboard"
  /** A browser that was trusted after a second factor. */
  | "device"
  /** A browser in which somebody has signed in to an account, which strangers cannot lock there. */
  | "known"
  /** The outcome of a hosted page's form, shown on the page that follows. */
  | "form"
  | "locale"
  /** A company's administrator who sets a connection up. */
  | "sso-set-up"
  | FlowKind;

/** Sign-in flows of several requests, which a cookie binds to one browser: each kind has one cookie for all its flows. */
export type FlowKind =
  | "passkey-registration"
  | "passkey-authentication"
  | "social"
  | "sso"
  /** A member who tries a provider of the project. */
  | "provider-trial"
  /** A person who sets a connection up and tries it. */
  | "sso-trial"
  | "two-factor"
  | "magic-link"
  | "email-verification";

/** A cookie to be set; its name and attributes follow from its kind. */
export interface BrowserCookie {
  kind: CookieKind;
  value: string;
  /** `null` makes a cookie that ends with the browser; zero deletes it. */
  maxAgeSeconds: number | null;
}

export function deletedCookie(kind: CookieKind): BrowserCookie {
  return { kind, value: "", maxAgeSeconds: 0 };
}
