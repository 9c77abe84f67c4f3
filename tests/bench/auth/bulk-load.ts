import type pg from "pg";

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/** Takes indexes, keys and foreign keys of tables away while `work` fills them: made afterwards they cost a fraction. */
export async function loadInBulk(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const constraints = await client.query<Definition>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('f', 'p') ORDER BY contype DESC`,
    [tables],
  );
  const indexes = await client.query<Definition>(
    `SELECT tablename AS "table", indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY ($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    [tables],
  );
  for (const { table, name } of constraints.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes.rows) await client.query(`DROP INDEX "${name}"`);
  await work();
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const { table, name, definition } of constraints.rows) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  }
}
