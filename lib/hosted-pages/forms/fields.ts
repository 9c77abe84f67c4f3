import { z } from "zod";
import type { BrowserCookie } from "@/lib/sign-in/browser-cookie";
import type { NextPage } from "./next-page";

/** A checkbox is sent when it is checked, and not at all otherwise. */
export const Checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** An address as it is typed: phones add a space after a completed one. */
export const FormEmail = z.string().trim().max(254);

/** Returns the page that a form for signing in leads to: back to the app, or the second factor or a notice first. */
export function afterFirstFactor(
  signedIn: { twoFactorRedirect: true } | { user: unknown; removedAccess?: readonly string[] | undefined },
  cookies: readonly BrowserCookie[],
): NextPage {
  if (!("twoFactorRedirect" in signedIn) && signedIn.removedAccess) {
    return { page: "access-removed", query: { removed: signedIn.removedAccess.join() }, cookies };
  }
  return { page: "twoFactorRedirect" in signedIn ? "two-factor" : "return", cookies };
}

/**
 * Returns the page that a new password leads to: the sign-in, or a notice of the methods that its first proof removed.
 */
export function afterReset({ removedAccess }: { removedAccess?: readonly string[] | undefined }): NextPage {
  const query = { reset: "1" };
  if (removedAccess === undefined) return { page: "sign-in", query };
  return { page: "access-removed", query: { ...query, removed: removedAccess.join() } };
}
