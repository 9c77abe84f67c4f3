import { ServiceError } from "./errors";

/** The parts that the operator may leave out, each with the message that callers get then. */
const PARTS = {
  billing: "Billing isn't set up on this installation.",
  drafts: "No language model is set up on this installation.",
} as const;

export type OptionalPart = keyof typeof PARTS;

/** Returns the settings of a part that is set up. Throws `not_configured` for one that isn't. */
export function requireConfigured<Part extends OptionalPart, Parts extends Record<Part, unknown>>(
  parts: Parts,
  part: Part,
): NonNullable<Parts[Part]> {
  const settings = parts[part];
  if (settings === null || settings === undefined) throw new ServiceError("not_configured", PARTS[part]);
  return settings;
}
