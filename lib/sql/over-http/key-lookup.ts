import { createBatchLoader, hexOf } from "@/lib/core/db/batch-loader";
import type { DatabaseClient } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { findKeys, type KeyLookup, type SecretHash } from "@/lib/people/api-keys/key-lookup";
import { SQL_DATABASE, type SqlDatabase, type SqlDatabaseLookup } from "./database-lookup";

/** A database that was read with a key is asked for again after this time, as for a body that arrives slowly. */
const FRESH_MS = 20;
const MAX_KEYS = 10_000;

interface Use {
  /** The database that the key was last used for. */
  databaseId: string | null;
  /** That database as the key's last question found it; `undefined` if the question did not ask for it. */
  read: { database: SqlDatabase | null; at: number } | undefined;
}

/**
 * Finds keys, each with the database that it was last used for, so that most requests ask the control plane once
 * (docs/decisions/159). A request is given a database only as its own key's question, or a later one, has found it.
 */
export class SqlKeyLookup implements KeyLookup {
  readonly find: KeyLookup["find"];
  readonly #databases: SqlDatabaseLookup;
  readonly #byHash = new Map<string, Use>();
  readonly #byKey = new Map<string, Use>();

  constructor(db: DatabaseClient, databases: SqlDatabaseLookup) {
    this.#databases = databases;
    this.find = createBatchLoader(db, hexOf, (hashes) => this.#findAll(db, hashes));
  }

  /** Returns a database for a request whose key was found just now; `null` if there is none. */
  async findDatabase(keyId: string, databaseId: string): Promise<SqlDatabase | null> {
    const use = this.#byKey.get(keyId);
    if (use?.databaseId === databaseId && use.read && performance.now() - use.read.at <= FRESH_MS) {
      return use.read.database;
    }
    if (use) Object.assign(use, { databaseId, read: undefined });
    return this.#databases.find(databaseId);
  }

  async #findAll(db: DatabaseClient, hashes: SecretHash[]) {
    const at = performance.now();
    const asked = hashes.map((hash) => this.#byHash.get(hexOf(hash))?.databaseId ?? null);
    const askedOf = new Map(hashes.map((hash, i) => [hexOf(hash), asked[i] ?? null]));
    const found = await findKeys<{ database: SqlDatabase | null }>(db, hashes, {
      column: Prisma.sql`, case when d.id is not null then ${SQL_DATABASE} end as database`,
      join: Prisma.sql`
        left join database d on d.status <> 'deleting'
          and d.id = (${asked}::text[])[array_position(${hashes}::bytea[], k.secret_hash)]`,
    });
    for (const [hash, { id, database }] of found) {
      const use = this.#touch(hash, id);
      const isOfUse = use.databaseId !== null && use.databaseId === askedOf.get(hash);
      use.read = isOfUse ? { database, at } : undefined;
    }
    return found;
  }

  #touch(hash: string, keyId: string): Use {
    const known = this.#byHash.get(hash);
    if (known) return known;
    if (this.#byHash.size >= MAX_KEYS) for (const each of [this.#byHash, this.#byKey]) each.clear();
    const use: Use = { databaseId: null, read: undefined };
    this.#byHash.set(hash, use);
    this.#byKey.set(keyId, use);
    return use;
  }
}
