import { StorageError } from "./storage-error";

/**
 * Returns a key as it stands in a path, in Unicode's NFC, which the service asks for. Throws `invalid_key` for one that
 * would lead elsewhere: browsers take a segment of dots out of a path, however it is encoded.
 */
export function objectPath(key: string): string {
  const segments = normalize(key).split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw invalidKey("A key can't start or end with a slash, or have a segment that is empty, . or ..");
  }
  try {
    return segments.map(encodeURIComponent).join("/");
  } catch {
    throw invalidKey("A key must be Unicode text.");
  }
}

export function normalize(key: string): string {
  return key.normalize("NFC");
}

/** Throws a `TypeError` for a name that is no bucket's, which could lead elsewhere in a path. */
export function requireBucket(bucket: string): string {
  if (/^[a-z0-9][a-z0-9_-]*$/.test(bucket)) return bucket;
  throw new TypeError(`A bucket has a name or an ID such as bkt_…, unlike "${bucket}"`);
}

function invalidKey(message: string): StorageError {
  return new StorageError("invalid_key", message, { status: 400 });
}
