import { z } from "zod";
import type { NextPage } from "./next-page";

/** A checkbox is sent when it is checked, and not at all otherwise. */
export const Checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** Phones add a space after a completed address. */
export const FormEmail = z.string().trim().max(254);

/** Where a form that signs in leads: back to the app, or to the second factor first. */
export function afterFirstFactor(outcome: { twoFactorRedirect: true } | { user: unknown }): NextPage {
  return { page: "twoFactorRedirect" in outcome ? "two-factor" : "return" };
}
