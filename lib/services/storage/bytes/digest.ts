import { ServiceError } from "@/lib/core/errors";

/** Returns the hash in Content-Digest (RFC 9530 section 2) or the older Digest (RFC 3230). Throws `invalid_request`. */
export function sha256In(headers: Pick<Headers, "get">): Uint8Array<ArrayBuffer> | null {
  const given = headers.get("content-digest") ?? headers.get("digest");
  if (given === null) return null;
  const [, encoded = ""] = /(?:^|,)\s*sha-256=:?([A-Za-z0-9+/]{43}=):?\s*(?:,|$)/i.exec(given) ?? [];
  if (encoded !== "") return new Uint8Array(Buffer.from(encoded, "base64"));
  throw new ServiceError("invalid_request", "The digest must be sha-256 in base64.");
}
