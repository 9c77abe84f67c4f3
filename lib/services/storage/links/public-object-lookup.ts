import { createBatchLoader } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { isId } from "@/lib/core/ids";

interface PublicAddress {
  /** The bucket's id or its public name. */
  bucket: string;
  key: string;
}

export interface PublicObject {
  versionId: string;
  /** Which pictures the bucket makes, and its presets. */
  transforms: string;
  presets: unknown;
}

/** Finds objects of public buckets; those that are asked for together in one statement. */
export class PublicObjectLookup {
  readonly find: (address: PublicAddress) => Promise<PublicObject | null>;

  constructor(db: DatabaseClient) {
    this.find = createBatchLoader(db, nameOf, (addresses) => findPublicObjects(db, addresses));
  }
}

/** No key has a line break. */
function nameOf({ bucket, key }: PublicAddress): string {
  return `${bucket}\n${key}`;
}

async function findPublicObjects(
  db: DatabaseClient,
  addresses: PublicAddress[],
): Promise<ReadonlyMap<string, PublicObject>> {
  const ids = addresses.map(({ bucket }) => (isId("bucket", bucket) ? bucket : null));
  const names = addresses.map(({ bucket }) => (isId("bucket", bucket) ? null : bucket));
  const keys = addresses.map(({ key }) => key);
  const rows = await readRows<PublicObject & PublicAddress>(
    db,
    Prisma.sql`
    select coalesce(asked.id, asked.name) as bucket, o.key, o.version_id as "versionId", b.transforms, b.presets
    from unnest(${ids}::text[], ${names}::text[], ${keys}::text[]) as asked (id, name, key)
    join bucket b on b.is_public
      and b.id = coalesce(asked.id, (select n.id from bucket n where n.public_name = asked.name))
    join project p on p.id = b.project_id and p.status = 'active' and p.deleted_at is null
    join object o on o.bucket_id = b.id and o.key = asked.key
    join object_version v on v.id = o.version_id and v.status = 'ready'`,
  );
  return new Map(rows.map((row) => [nameOf(row), row]));
}
