import { Client, Pool } from "pg";
import {
  type Migration,
  migrationList,
  NO_FILTER,
  readMigrations,
  WholeScriptPrismaPg,
  withSchemaEngine,
} from "./schema-engine";
import { readSchemaVersion, refuseNewerSchema } from "./schema-version";

/** An arbitrary number that no other advisory lock of the control database uses. */
const MIGRATION_LOCK = 7_266_773_723;

/**
 * Brings a control database to the newest schema and returns the names of the migrations it applied. Prisma's own
 * schema engine does it, so `_prisma_migrations` agrees with `prisma migrate deploy`. Several processes may call it at
 * once: one works, the others wait and find nothing left to do. Throws `OperatorError` if a newer version has migrated it.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new Client({ connectionString: databaseUrl });
  // The pending query reports a lost connection; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const version = await readSchemaVersion(client, migrations);
    refuseNewerSchema(version);
    // Loading the engine takes most of a second, and most starts have nothing to migrate.
    if (version.pending.length === 0) return [];
    return await applyMigrations(databaseUrl, migrations);
  } finally {
    await client.end();
  }
}

/** Says in a sentence what was applied. */
export function describeMigration(applied: readonly string[]): string {
  if (applied.length === 0) return "The control plane has the schema of this version.";
  const count = applied.length === 1 ? "1 migration" : `${applied.length} migrations`;
  return `Applied ${count} to the control plane, up to ${applied.at(-1)}.`;
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
