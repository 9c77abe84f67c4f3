import DataLoader from "dataloader";
import { type DatabaseClient, readRows } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

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

type SecretHash = Uint8Array<ArrayBuffer>;

/**
 * Finds keys by the hash of their secret. Requests that arrive in the same turn of the event loop share one statement,
 * a join that Prisma's relations would make three of. Nothing is remembered: a revocation holds at once.
 */
export class KeyLookup {
  readonly #loader: DataLoader<SecretHash, KeyRow | null>;

  constructor(db: DatabaseClient) {
    this.#loader = new DataLoader((hashes) => findKeys(db, hashes), {
      cache: false,
      maxBatchSize: 100,
      // Sockets are read one after the other in a turn, and `setImmediate` comes after all of them.
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
  }

  find(hash: SecretHash): Promise<KeyRow | null> {
    return this.#loader.load(hash);
  }
}

async function findKeys(db: DatabaseClient, hashes: readonly SecretHash[]): Promise<(KeyRow | null)[]> {
  const rows = await readRows<KeyRow & { hash: string }>(
    db,
    Prisma.sql`
    select k.id, k.organisation_id as "organisationId", k.member_id as "memberId", k.database_id as "databaseId",
           k.read_only as "readOnly", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
           m.role, o.management_api as "managementApi", encode(k.secret_hash, 'hex') as hash
    from management_key k
    join member m on m.id = k.member_id
    join organisation o on o.id = k.organisation_id
    where k.secret_hash = any (${[...hashes]}::bytea[])`,
  );
  const byHash = new Map(rows.map(({ hash, ...row }) => [hash, row]));
  return hashes.map((hash) => byHash.get(Buffer.from(hash).toString("hex")) ?? null);
}
