import { ServiceError } from "@/lib/core/errors";
import { etagOf } from "./resource";

/** What the object of a key must be: any by `*`, or one with these entity tags. `null` demands nothing, not even one. */
export type IfMatch = "*" | readonly string[] | null;

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Returns what the object must be (RFC 9110 section 13.1.1). Throws `invalid_request` for what is no list of entity tags. */
export function ifMatchIn(headers: Pick<Headers, "get">): IfMatch {
  const given = headers.get("if-match")?.trim();
  if (given === undefined) return null;
  if (given === "*") return given;
  const tags = given.match(ENTITY_TAG) ?? [];
  if (tags.length > 0 && /^[\s,]*$/.test(given.replaceAll(ENTITY_TAG, ""))) return tags;
  throw new ServiceError("invalid_request", "If-Match must be * or entity tags of objects.");
}

/** Returns whether the object of a key, `null` where there is none, is what it must be. Weak entity tags are never the same. */
export function isMatched(ifMatch: IfMatch, object: { sha256: Uint8Array } | null): boolean {
  if (ifMatch === null) return true;
  return object !== null && (ifMatch === "*" || ifMatch.includes(etagOf(object.sha256)));
}
