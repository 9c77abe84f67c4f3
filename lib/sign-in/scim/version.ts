import { createHash } from "node:crypto";
import { ServiceError } from "@/lib/core/errors";

/** Returns an ETag for these bytes; it is weak, since other attributes can be asked for of the same version. */
export function versionOf(content: string): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** Throws `precondition_failed` where the directory knows another version (RFC 7644 section 3.14). */
export function requireVersion(ifMatch: string | null, version: string): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  if (ifMatch.split(",").some((tag) => plain(tag) === plain(version))) return;
  throw new ServiceError("precondition_failed", "The resource has changed since. Get it again.");
}
