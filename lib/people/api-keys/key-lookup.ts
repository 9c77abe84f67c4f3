import { createBatchLoader, hexOf } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";

export interface KeyRow {
  id: string;
  organisationId: string;
  memberId: string;
  databaseId: string | null;
  readOnly: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  role: string;
  managementApi: boolean;
}

export type SecretHash = Uint8Array<ArrayBuffer>;

/** Loads keys that are asked for together in one statement. A revocation holds once it is answered. */
export class KeyLookup {
  readonly find: (hash: SecretHash) => Promise<KeyRow | null>;

  constructor(db: DatabaseClient) {
    this.find = createBatchLoader(db, hexOf, (hashes) => findKeys(db, hashes));
  }
}

/** Another table that is read with keys. */
interface Joined {
  column: Prisma.Sql;
  join: Prisma.Sql;
}

const ALONE: Joined = { column: Prisma.empty, join: Prisma.empty };

/** Returns the keys of these hashes, by the hash in hexadecimal digits. */
export async function findKeys<Extra extends object = object>(
  db: DatabaseClient,
  hashes: SecretHash[],
  { column, join }: Joined = ALONE,
): Promise<Map<string, KeyRow & Extra>> {
  const rows = await readRows<KeyRow & Extra & { hash: string }>(
    db,
    Prisma.sql`
    select k.id, k.organisation_id as "organisationId", k.member_id as "memberId", k.database_id as "databaseId",
           k.read_only as "readOnly", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
           m.role, o.management_api as "managementApi", encode(k.secret_hash, 'hex') as hash ${column}
    from management_key k
    join member m on m.id = k.member_id
    join organisation o on o.id = k.organisation_id ${join}
    where k.secret_hash = any (${hashes}::bytea[])`,
  );
  return new Map(rows.map(({ hash, ...row }) => [hash, row as unknown as KeyRow & Extra]));
}
