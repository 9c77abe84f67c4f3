const KEY = "coppice.typed-email";

/** Keeps the address that was typed for the next page of this tab, so that no URL contains it. */
export function keepTypedEmail(email: string | undefined): void {
  try {
    if (email) sessionStorage.setItem(KEY, email);
  } catch {
    // Without storage the address is typed again.
  }
}

/** Returns the address that the page before kept, once. */
export function takeTypedEmail(): string | null {
  try {
    const email = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return email;
  } catch {
    return null;
  }
}
