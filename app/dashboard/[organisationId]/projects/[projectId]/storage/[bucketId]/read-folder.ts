import "server-only";
import { ServiceError } from "@/lib/core/errors";
import type { BucketAddress } from "@/lib/services/storage/access";
import type { StorageContext } from "@/lib/services/storage/context";
import { readObject } from "@/lib/services/storage/links/read";
import { signLinks } from "@/lib/services/storage/links/sign";
import { KeyPrefix } from "@/lib/services/storage/names/key";
import { listObjects } from "@/lib/services/storage/objects/list";
import type { StoredObject } from "@/lib/services/storage/objects/resource";

const PAGE = 100;
/** As long as an object may be looked at without reading the page anew. */
const PREVIEW_SECONDS = 3_600;

/** The parts of a bucket's address; each one is empty if it asks for nothing. */
export type Asked = Record<"folder" | "search" | "after" | "object", string>;

export function askedOf(given: Readonly<Record<string, string | string[] | undefined>>): Asked {
  const text = (name: keyof Asked) => (typeof given[name] === "string" ? given[name] : "");
  const folder = text("folder");
  const isFolder = folder.endsWith("/") && KeyPrefix.safeParse(folder).success;
  return { folder: isFolder ? folder : "", search: text("search"), after: text("after"), object: text("object") };
}

/** Returns a page of the entries of a folder whose names start as asked. */
export async function readFolder(ctx: StorageContext, at: BucketAddress, { folder, search, after }: Asked) {
  const prefix = KeyPrefix.safeParse(folder + search.normalize("NFC"));
  if (!prefix.success) return { items: [], prefixes: [], nextCursor: null };
  const cursor = after === "" ? {} : { cursor: after };
  return listObjects(ctx, { ...at, ...cursor, prefix: prefix.data, delimiter: "/", limit: PAGE });
}

/** Returns the object that is looked at, with a link to its bytes as they are; `null` where there is none. */
export async function findShown(
  ctx: StorageContext,
  at: BucketAddress,
  key: string,
): Promise<{ object: StoredObject; link: string } | null> {
  if (key === "") return null;
  try {
    const object = await readObject(ctx, { ...at, key, view: "metadata" });
    const signed = await signLinks(ctx, { ...at, keys: [key], expiresInSeconds: PREVIEW_SECONDS, pinned: true });
    const [link] = signed.urls;
    return object instanceof Response || !link || !("url" in link) ? null : { object, link: link.url };
  } catch (error) {
    if (error instanceof ServiceError && ["object_not_found", "invalid_key"].includes(error.code)) return null;
    throw error;
  }
}
