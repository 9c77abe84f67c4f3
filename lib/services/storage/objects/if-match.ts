import { ServiceError } from "@/lib/core/errors";
import { momentIn, wholeSecond } from "@/lib/core/http-date";
import { etagOf } from "./resource";

/**
 * The state in which the object of a key must be: any by `*`, one with these entity tags, or none that was changed
 * since a moment. `null` demands nothing, not even one.
 */
export type IfMatch = "*" | readonly string[] | { unmodifiedSince: number } | null;

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Returns the required state of the object (RFC 9110 sections 13.1.1 and 13.1.4). Throws `invalid_request` for text
 * that is no list of entity tags.
 */
export function ifMatchIn(headers: Pick<Headers, "get">): IfMatch {
  const given = headers.get("if-match")?.trim();
  if (given === undefined) return ifUnmodifiedIn(headers);
  if (given === "*") return given;
  const tags = given.match(ENTITY_TAG) ?? [];
  if (tags.length > 0 && /^[\s,]*$/.test(given.replaceAll(ENTITY_TAG, ""))) return tags;
  throw new ServiceError("invalid_request", "If-Match must be * or entity tags of objects.");
}

/** A text that is no date says nothing. */
function ifUnmodifiedIn(headers: Pick<Headers, "get">): IfMatch {
  const unmodifiedSince = momentIn(headers.get("if-unmodified-since") ?? "");
  return Number.isNaN(unmodifiedSince) ? null : { unmodifiedSince };
}

/**
 * Returns whether the object of a key, `null` where there is none, is as required. Weak entity tags are never the same.
 */
export function isMatched(ifMatch: IfMatch, object: { sha256: Uint8Array; updatedAt: Date } | null): boolean {
  if (ifMatch === null) return true;
  if (typeof ifMatch === "object" && "unmodifiedSince" in ifMatch) {
    return object === null || wholeSecond(object.updatedAt) <= ifMatch.unmodifiedSince;
  }
  return object !== null && (ifMatch === "*" || ifMatch.includes(etagOf(object.sha256)));
}
