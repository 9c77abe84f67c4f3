import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { readPlace, writePlace } from "@/lib/core/db/cursor";
import { Prisma } from "@/lib/core/db/generated/client";
import { type BucketAddress, type OpenBucket, openForReading } from "../access";
import { KeyPrefix } from "../names/key";
import { behindEntry, behindEntrySql, prefixRange } from "./key-order";
import { type ObjectRow, StoredObject, toStoredObject } from "./resource";

const MAX_LIMIT = 1_000;

export const ListObjectsInput = z.strictObject({
  prefix: KeyPrefix.default(""),
  delimiter: z.literal("/").optional().meta({
    description: "With `/`, all keys below a further slash are one entry of `prefixes`, as in a folder.",
    example: "/",
  }),
  cursor: z.string().max(4_096).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(100),
});

export const ObjectPage = z
  .object({
    items: z.array(StoredObject),
    prefixes: z.array(z.string()).meta({ example: ["avatars/"] }),
    nextCursor: z.string().nullable().meta({ description: "`cursor` of the next page.", example: null }),
  })
  .meta({ id: "ObjectPage" });

/** An object, or a folder where `name` ends in a slash. */
interface Entry {
  name: string;
  isFolder: boolean;
}

/** Returns a page of a bucket's objects and folders by key. A folder costs one look into the index, of any size. */
export async function listObjects(
  ctx: Context,
  { prefix, delimiter, cursor, limit, ...at }: BucketAddress & z.output<typeof ListObjectsInput>,
): Promise<z.infer<typeof ObjectPage>> {
  const bucket = await openForReading(ctx, at, "list", prefix);
  const list = ["objects", bucket.id, prefix, delimiter ?? ""];
  const [after = ""] = readPlace(ctx, list, cursor) ?? [];
  const entries = await readEntries(ctx, bucket.id, { prefix, after, limit: limit + 1, hasFolders: delimiter === "/" });
  const shown = entries.slice(0, limit);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  return {
    items: await readObjects(ctx, bucket, shown),
    prefixes: shown.filter(({ isFolder }) => isFolder).map(({ name }) => name),
    nextCursor: last ? writePlace(ctx, list, [last.name]) : null,
  };
}

interface Range {
  prefix: string;
  after: string;
  limit: number;
  hasFolders: boolean;
}

/** Steps from entry to entry: behind an object to the next key, behind a folder to the first key that is not in it. */
function readEntries(ctx: Context, bucketId: string, { prefix, after, limit, hasFolders }: Range): Promise<Entry[]> {
  const inRange = Prisma.sql`bucket_id = ${bucketId} and ${prefixRange(prefix)}`;
  const first = after === "" ? Prisma.empty : Prisma.sql`and key >= ${behindEntry(after)}`;
  if (!hasFolders) {
    return ctx.db.$queryRaw<Entry[]>`
      select key as name, false as "isFolder" from object where ${inRange} ${first} order by key limit ${limit}`;
  }
  const length = [...prefix].length;
  const slash = Prisma.sql`strpos(substr(key, ${length + 1}::int), '/')`;
  const name = Prisma.sql`case when ${slash} > 0 then left(key, ${length}::int + ${slash}) else key end as name`;
  return ctx.db.$queryRaw<Entry[]>`
    with recursive entry as (
      (select ${name}, 1 as place from object where ${inRange} ${first} order by key limit 1)
      union all
      select next.name, entry.place + 1 from entry, lateral (
        select ${name} from object
        where ${inRange} and key >= ${behindEntrySql(Prisma.sql`entry.name`)} order by key limit 1
      ) next
      where entry.place < ${limit}
    )
    select name, right(name, 1) = '/' as "isFolder" from entry order by place`;
}

/** Objects that were deleted since the page was read are left out. */
async function readObjects(ctx: Context, bucket: OpenBucket, entries: Entry[]): Promise<StoredObject[]> {
  const keys = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  const rows = await ctx.db.$queryRaw<(Omit<ObjectRow, "version"> & ObjectRow["version"])[]>`
    select o.key, o.metadata, o.created_at as "createdAt", o.updated_at as "updatedAt", v.size, v.sha256,
           v.content_type as "contentType", v.content_encoding as "contentEncoding"
    from object o join object_version v on v.id = o.version_id
    where o.bucket_id = ${bucket.id} and o.key = any (${keys}::text[])
    order by o.key`;
  return rows.map(({ size, sha256, contentType, contentEncoding, ...row }) =>
    toStoredObject(ctx.baseUrl, bucket, { ...row, version: { size, sha256, contentType, contentEncoding } }),
  );
}
