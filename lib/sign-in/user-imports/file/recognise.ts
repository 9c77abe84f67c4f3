import { ServiceError } from "@/lib/core/errors";
import type { ImportSource } from "../resource";
import type { FileShape } from "./split-records";

const PACKED: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 0x03, 0x04],
  [0x28, 0xb5, 0x2f, 0xfd],
];
const UTF_16: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Returns how the file separates its records. Throws `invalid_request` for one that cannot be read. */
export function shapeOf(head: Buffer): FileShape {
  const begins = (marks: readonly (readonly number[])[]) =>
    marks.some((mark) => mark.every((byte, index) => head[index] === byte));
  if (begins(PACKED)) throw unreadable("The file is compressed. Unpack it first.");
  if (begins(UTF_16)) throw unreadable("The file is in UTF-16. Save it as UTF-8.");
  const start = head.toString("utf8", 0, 1_024).trimStart();
  if (start === "") throw unreadable("The file is empty.");
  if (start.startsWith("[") || /^\{\s*"users"\s*:/.test(start)) return "json";
  return start.startsWith("{") ? "lines" : "csv";
}

/** The fields by which the first record of a file shows whose it is, in the order in which they are looked for. */
export const MARKS: readonly [ImportSource, readonly string[]][] = [
  ["firebase", ["localId"]],
  ["supabase", ["encrypted_password", "raw_user_meta_data", "identity_data"]],
  ["clerk", ["password_digest", "password_hasher", "primary_email_address"]],
  ["auth0", ["_id", "user_id", "identities", "custom_password_hash", "password_hash"]],
];

export function sourceOf(fields: readonly string[]): ImportSource {
  return MARKS.find(([, marks]) => marks.some((mark) => fields.includes(mark)))?.[0] ?? "coppice";
}

export function unreadable(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
