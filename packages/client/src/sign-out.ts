import type { Changes } from "./changes";
import type { Connection } from "./connection";
import type { Result } from "./result";

/**
 * The options by which `signOut` ends the session.
 *
 * @example
 * const options: SignOutOptions = { providerRedirectTo: `${location.origin}/signed-out` };
 * await auth.signOut(options);
 */
export interface SignOutOptions {
  /**
   * Signs out at the company's identity provider, too, if the session began there. The browser leaves this page, and
   * comes back to this address.
   */
  providerRedirectTo?: string;
}

/** Ends the session. The handlers of an app with a session of its own answer with the page that ends the service's. */
export async function signOut(
  connection: Connection,
  changes: Changes,
  { providerRedirectTo: callbackURL }: SignOutOptions = {},
): Promise<Result> {
  const answer = await connection.post<{ url?: string; providerUrl?: string }>(
    "/sign-out",
    callbackURL ? { callbackURL } : undefined,
  );
  if (!answer.ok) return answer;
  const url = (callbackURL && answer.data.providerUrl) || answer.data.url;
  if (url === undefined || !/^https?:/.test(url) || typeof document === "undefined") {
    connection.announce("signed-out");
    return { ok: true };
  }
  // Listeners of this page could send it elsewhere before the session of the service has ended.
  changes.tellOtherTabs("signed-out");
  await leaveFor(url);
  return { ok: true };
}

/** Leaves for another page. It returns only if the browser shows this page again as it was left. */
function leaveFor(url: string): Promise<unknown> {
  const shownAgain = new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  location.assign(url);
  return shownAgain;
}
