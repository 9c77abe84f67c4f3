/** The cookies that the service keeps in a user's browser. */
export type CookieKind =
  /** The session of a project's user, and that of the dashboard. */
  | "session"
  | "dashboard"
  /** A browser that was trusted after a second factor. */
  | "device"
  /** What became of a hosted page's form. */
  | "form"
  /** The language that was chosen on a hosted page. */
  | "locale"
  | FlowKind;

/** The ceremonies of several requests, each with a cookie that binds it to one browser. */
export type FlowKind =
  | "passkey-registration"
  | "passkey-authentication"
  | "social"
  | "two-factor"
  | "magic-link"
  | "email-verification";

/** A cookie to be set; its name and attributes follow from its kind. */
export interface BrowserCookie {
  kind: CookieKind;
  value: string;
  /** `null` for a cookie that ends with the browser; zero deletes it. */
  maxAgeSeconds: number | null;
}

/** Returns what deletes the browser's cookie of this kind. */
export function deletedCookie(kind: CookieKind): BrowserCookie {
  return { kind, value: "", maxAgeSeconds: 0 };
}
