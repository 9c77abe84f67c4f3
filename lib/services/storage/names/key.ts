import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

const MAX_BYTES = 1_024;

/** Returns the fault of an object's key, or `null`. */
function faultOf(key: string): string | null {
  if (key === "") return "A key can't be empty.";
  if (!key.isWellFormed()) return "A key must be Unicode text.";
  if (key.normalize("NFC") !== key)
    return 'A key must be in NFC, the form of Unicode that key.normalize("NFC") returns.';
  if (Buffer.byteLength(key) > MAX_BYTES) return `A key can have at most ${MAX_BYTES} bytes of UTF-8.`;
  // A noncharacter would lie behind the end of a prefix (key-order.ts).
  if (/[\p{Cc}\p{Noncharacter_Code_Point}\\]/u.test(key))
    return "A key can't contain control characters or backslashes.";
  if (key.split("/").some((segment) => segment === "" || segment === "." || segment === "..")) {
    return "A key can't start or end with a slash, or have a segment that is empty, . or ..";
  }
  return null;
}

/** Throws `invalid_key`. */
export function requireKey(key: string): string {
  const fault = faultOf(key);
  if (fault !== null) throw new ServiceError("invalid_key", fault);
  return key;
}

/** The refusal of a key in a path that leads elsewhere, which is told before anyone takes the path for another one. */
export function bentKey(): ServiceError {
  return new ServiceError("invalid_key", "A key can't contain backslashes, or have a segment that is . or ...");
}

/** A key in a body; the route names `invalid_key` for it. */
export const ObjectKey = z
  .string()
  .superRefine((key, context) => {
    const fault = faultOf(key);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  })
  .meta({ example: "avatars/ada.png", errorCode: "invalid_key" });

/** The start of keys: as a key, but it may be empty, and end within a segment or with a slash. */
export const KeyPrefix = z
  .string()
  .superRefine((prefix, context) => {
    const fault = prefix === "" ? null : faultOf(`${prefix}x`);
    if (fault !== null) context.addIssue({ code: "custom", message: `must be the start of a key. ${fault}` });
  })
  .meta({ example: "avatars/" });
