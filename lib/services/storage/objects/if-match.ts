import { ServiceError } from "@/lib/core/errors";

/** Returns the entity tag that an object must have (RFC 9110 section 13.1.1). Throws `invalid_request` for what is none. */
export function ifMatchIn(headers: Pick<Headers, "get">): string | null {
  const given = headers.get("if-match")?.trim() ?? null;
  if (given === null || /^"[0-9a-f]{32}"$/.test(given)) return given;
  throw new ServiceError("invalid_request", "If-Match must be one entity tag of an object.");
}
