import type { StorageContext } from "../context";
import type { FollowedLink } from "./address";

export interface LinkedVersion {
  id: string;
  projectId: string;
  /** The project's plan. */
  tier: string;
  bytesId: string;
  size: number;
  sha256: Uint8Array;
  contentType: string;
  /** The coding that the bytes are in. */
  contentEncoding: string | null;
  /** Whether all bytes are text in UTF-8. */
  isUtf8: boolean;
  /** When these bytes were first to be read at the address. */
  modifiedAt: Date;
  /** Set for an object of a public bucket: how long caches may keep it, in seconds. */
  publicSeconds: number | null;
  /** The last segment of its key; `null` for a version that no key stands for any more. */
  key: string | null;
}

interface Row extends Omit<LinkedVersion, "size" | "publicSeconds"> {
  size: bigint;
  isPublic: boolean | null;
  cacheSeconds: number | null;
}

/**
 * Returns the version that a link leads to as things are now: a pinned one for as long as its bytes are kept, unless it
 * was deleted, and nothing of a project that is suspended or deleted.
 */
export async function findLinked(ctx: StorageContext, target: FollowedLink["target"]): Promise<LinkedVersion | null> {
  const rows =
    "versionId" in target
      ? await ctx.db.$queryRaw<Row[]>`
          select v.id, v.project_id as "projectId", p.tier, v.bytes_id as "bytesId", v.size, v.sha256, v.content_type as "contentType", v.content_encoding as "contentEncoding", v.is_utf8 as "isUtf8", v.created_at as "modifiedAt", o.key,
                 b.is_public as "isPublic", b.cache_seconds as "cacheSeconds"
          from object_version v
          join project p on p.id = v.project_id and p.status = 'active' and p.deleted_at is null
          left join object o on o.version_id = v.id left join bucket b on b.id = o.bucket_id
          where v.id = ${target.versionId} and v.status in ('ready', 'replaced')`
      : await ctx.db.$queryRaw<Row[]>`
          select v.id, v.project_id as "projectId", p.tier, v.bytes_id as "bytesId", v.size, v.sha256, v.content_type as "contentType", v.content_encoding as "contentEncoding", v.is_utf8 as "isUtf8", o.updated_at as "modifiedAt", o.key,
                 false as "isPublic", b.cache_seconds as "cacheSeconds"
          from object o
          join object_version v on v.id = o.version_id and v.status = 'ready'
          join bucket b on b.id = o.bucket_id
          join project p on p.id = b.project_id and p.status = 'active' and p.deleted_at is null
          where o.bucket_id = ${target.bucketId} and o.key = ${target.key}`;
  const [row] = rows;
  if (!row) return null;
  const { isPublic, cacheSeconds, size, ...version } = row;
  return { ...version, size: Number(size), publicSeconds: isPublic ? cacheSeconds : null };
}
