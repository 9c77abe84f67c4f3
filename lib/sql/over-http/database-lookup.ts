import { createBatchLoader } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { CHANGING } from "@/lib/hosting/databases/ready";

export interface SqlDatabase {
  id: string;
  organisationId: string;
  hostId: string;
  status: string;
  /** Sealed. */
  password: string;
  /** Whether an operation is under way during which the database accepts no session. */
  isChanging: boolean;
}

/** A `SqlDatabase` as JSON, of the row `d`. */
export const SQL_DATABASE = Prisma.sql`
  json_build_object('id', d.id, 'organisationId', d.organisation_id, 'hostId', d.host_id, 'status', d.status,
    'password', d.password, 'isChanging', exists (
      select from operation o where o.database_id = d.id and o.status = 'running' and o.kind = any (${CHANGING}::text[])))`;

/** Finds databases; those that are asked for together in one statement. */
export class SqlDatabaseLookup {
  readonly find: (id: string) => Promise<SqlDatabase | null>;

  constructor(db: DatabaseClient) {
    this.find = createBatchLoader(
      db,
      (id) => id,
      (ids) => findDatabases(db, ids),
    );
  }
}

async function findDatabases(db: DatabaseClient, ids: string[]): Promise<ReadonlyMap<string, SqlDatabase>> {
  const rows = await readRows<{ database: SqlDatabase }>(
    db,
    Prisma.sql`
    select ${SQL_DATABASE} as database from database d where d.id = any (${ids}::text[]) and d.status <> 'deleting'`,
  );
  return new Map(rows.map(({ database }) => [database.id, database]));
}
