import { byteText } from "@/lib/core/byte-text";
import type { Bucket } from "@/lib/services/storage/buckets/resource";

export const READ_ONLY = "Developers, admins and owners can change storage.";

/** Returns the objects that a bucket takes, such as `image/* up to 5 MB`. */
export function takesWords({ allowedTypes, maxObjectBytes }: Pick<Bucket, "allowedTypes" | "maxObjectBytes">): string {
  const types = allowedTypes.length === 0 ? "Any type" : allowedTypes.join(", ");
  return maxObjectBytes === null ? types : `${types}, up to ${byteText(maxObjectBytes)}`;
}

/** Returns the last part of a key or of a folder: `march.pdf`, `2026/`. */
export function nameIn(key: string): string {
  return key.slice(key.lastIndexOf("/", key.length - 2) + 1);
}

/** Returns the address of a list with the other parts of its query. */
export function listAddress(address: string, query: Readonly<Record<string, string>>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== "");
  return asked.length === 0 ? address : `${address}?${new URLSearchParams(asked)}`;
}
