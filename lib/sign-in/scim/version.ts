import { createHash } from "node:crypto";
import { ServiceError } from "@/lib/core/errors";

/** Returns an ETag of a value; it is weak, since other attributes can be asked for of the same version. */
export function versionOf(value: unknown): string {
  const content = JSON.stringify(value, inOrder);
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** PostgreSQL keeps the names of a JSON object in an order of its own. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Throws `precondition_failed` where the directory knows another version (RFC 7644 section 3.14). */
export function requireVersion(ifMatch: string | null, version: string): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  if (ifMatch.split(",").some((tag) => plain(tag) === plain(version))) return;
  throw new ServiceError("precondition_failed", "The resource has changed since. Get it again.");
}
