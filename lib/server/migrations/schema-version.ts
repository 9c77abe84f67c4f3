import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { explainConnectFailure } from "@/lib/core/db/connect-failure";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { type Migration, readMigrations } from "./migrations";

type Queryable = Pick<ClientBase | Pool, "query">;

/** A control plane beside the migrations of this version. */
export interface SchemaVersion {
  /** The migrations of this version that were not applied. */
  missing: Migration[];
  /** The names of those that were applied in another form. */
  changed: string[];
  /** The names of those that this version doesn't know: a newer one has applied them. */
  unknown: string[];
}

/** Compares a control plane's migrations with those of this version. */
export async function readSchemaVersion(db: Queryable, migrations: readonly Migration[]): Promise<SchemaVersion> {
  const applied = await readApplied(db);
  const known = new Set(migrations.map(({ name }) => name));
  return {
    missing: migrations.filter(({ name }) => !applied.has(name)),
    changed: migrations
      .filter(({ name, sql }) => applied.has(name) && applied.get(name) !== checksumOf(sql))
      .map(({ name }) => name),
    unknown: [...applied.keys()].filter((name) => !known.has(name)),
  };
}

/** Throws `OperatorError` for a control plane that a newer version has migrated. */
export function refuseNewerSchema({ unknown }: SchemaVersion): void {
  if (unknown.length === 0) return;
  throw new OperatorError(
    `A newer version of ${SERVICE.name} has migrated the control plane: this one doesn't know ${nameOf(unknown)}. Run that version, or restore a backup from before the upgrade.`,
  );
}

/** Throws `OperatorError` unless the control plane can be connected to and has the schema of this version. */
export async function requireSchemaVersion(db: Queryable): Promise<void> {
  const version = await readSchemaVersion(db, await readMigrations());
  refuseNewerSchema(version);
  const pending = [...version.missing.map(({ name }) => name), ...version.changed];
  if (pending.length === 0) return;
  throw new OperatorError(
    `The control plane lacks ${nameOf(pending)}. Run \`npm run coppice -- migrate\`, which applies the migrations of this version of ${SERVICE.name}.`,
  );
}

/** Returns the checksums of all migrations that were applied, by name. */
async function readApplied(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db
    .query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS present")
    .catch(explainConnectFailure);
  if (!rows[0].present) return new Map();
  const applied = await db.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
}

/** Returns the checksum of a migration as Prisma writes it. */
export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

function nameOf(migrations: readonly string[]): string {
  const [first, ...others] = migrations;
  return others.length === 0 ? `the migration ${first}` : `the migration ${first} and ${others.length} more`;
}
