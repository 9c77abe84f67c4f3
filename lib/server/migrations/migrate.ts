import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { explainConnectFailure } from "@/lib/core/db/connect-failure";
import { OperatorError } from "@/lib/core/operator-error";
import { type Migration, readMigrations } from "./migrations";
import { checksumOf, readSchemaVersion, refuseNewerSchema } from "./schema-version";

/** An arbitrary number that no other advisory lock of the control database uses. */
const MIGRATION_LOCK = 7_266_773_723;

/** The table of Prisma's own schema engine, whose rows `prisma migrate deploy` reads and writes, too. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/** A version before this one may have been killed between a migration and the word that it is finished. */
const GIVE_UP_UNFINISHED = `UPDATE _prisma_migrations SET rolled_back_at = now()
  WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`;

const NOTE_APPLIED = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, clock_timestamp(), 1)`;

/**
 * Brings a control database to the newest schema and returns the names of the migrations it applied. Several processes
 * may call it at once: one works, the others wait as long as its session lives, and find nothing left to do. Throws
 * `OperatorError` for a migration that fails, if a newer version has migrated the database, or if it can't be connected
 * to.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new Client({ connectionString: databaseUrl });
  // The pending query reports a lost connection; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect().catch(explainConnectFailure);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const version = await readSchemaVersion(client, migrations);
    refuseNewerSchema(version);
    if (version.missing.length > 0) await client.query(CREATE_TABLE);
    for (const migration of version.missing) await apply(client, migration);
    return version.missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Names the applied migrations in a sentence. */
export function describeMigration(applied: readonly string[]): string {
  if (applied.length === 0) return "The control plane has the schema of this version.";
  const count = applied.length === 1 ? "1 migration" : `${applied.length} migrations`;
  return `Applied ${count} to the control plane, up to ${applied.at(-1)}.`;
}

/** Applies a migration and notes it in one transaction, so that a process that is killed leaves all of it or nothing. */
async function apply(client: Client, { name, sql }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(GIVE_UP_UNFINISHED, [name]);
    await client.query(sql);
    await client.query(NOTE_APPLIED, [randomUUID(), checksumOf(sql), name]);
    await client.query("COMMIT");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`The migration ${name} failed, and nothing of it was applied: ${reason}`, { cause });
  }
}
