import { createHash } from "node:crypto";
import { Client, Pool } from "pg";
import {
  type Migration,
  migrationList,
  NO_FILTER,
  readMigrations,
  WholeScriptPrismaPg,
  withSchemaEngine,
} from "./schema-engine";

/** An arbitrary number that no other advisory lock of the control database uses. */
const MIGRATION_LOCK = 7_266_773_723;

/**
 * Brings a control database to the newest schema and returns the names of the migrations it applied. Prisma's own
 * schema engine does it, so `_prisma_migrations` agrees with `prisma migrate deploy`. Several processes may call it at
 * once: one works, the others wait and find nothing left to do.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new Client({ connectionString: databaseUrl });
  // The pending query reports a lost connection; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (await isUpToDate(client, migrations)) return [];
    return await applyMigrations(databaseUrl, migrations);
  } finally {
    await client.end();
  }
}

async function applyMigrations(databaseUrl: string, migrations: Migration[]): Promise<string[]> {
  // The engine never closes its connections, so they come from a pool that can be closed behind it.
  const pool = new Pool({ connectionString: databaseUrl });
  try {
    return await withSchemaEngine(new WholeScriptPrismaPg(pool), undefined, async (engine) => {
      const output = await engine.applyMigrations({ migrationsList: migrationList(migrations), filters: NO_FILTER });
      return output.appliedMigrationNames;
    });
  } finally {
    await pool.end();
  }
}

/** Loading the engine takes most of a second, and most starts have nothing to migrate. */
async function isUpToDate(client: Client, migrations: Migration[]): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present");
  if (!rows[0].present) return false;
  const applied = await client.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const checksums = new Map(applied.rows.map((row) => [row.migration_name, row.checksum]));
  return (
    checksums.size === migrations.length &&
    migrations.every(({ name, sql }) => checksums.get(name) === createHash("sha256").update(sql).digest("hex"))
  );
}
