import type { Client } from "pg";
import { z } from "zod";

/** A row of a cluster that names the one before: where one is missing or was changed, the chain breaks. */
export const Canary = z.object({ n: z.string().regex(/^\d+$/), hash: z.string().regex(/^[0-9a-f]{64}$/) });
export type Canary = z.infer<typeof Canary>;

const MAKE = `CREATE SCHEMA IF NOT EXISTS coppice;
  CREATE TABLE IF NOT EXISTS coppice.canary (n bigint PRIMARY KEY, at timestamptz NOT NULL, hash bytea NOT NULL)`;

const WRITE = `
  WITH last AS (SELECT n, hash FROM coppice.canary ORDER BY n DESC LIMIT 1),
       next AS MATERIALIZED (
         SELECT coalesce((SELECT n FROM last), 0) + 1 AS n, clock_timestamp() AS at,
                coalesce((SELECT hash FROM last), '') AS previous)
  INSERT INTO coppice.canary
  SELECT n, at, sha256(previous || int8send(n) || timestamptz_send(at)) FROM next
  RETURNING n, encode(hash, 'hex') AS hash`;

const FORGET = `DELETE FROM coppice.canary
  WHERE at < now() - interval '2 days' AND n < (SELECT max(n) FROM coppice.canary)`;

/** Writes the next row in the maintenance database. It is flushed when this returns. */
export async function writeCanary(client: Client): Promise<Canary> {
  await client.query("SET client_min_messages = warning; SET synchronous_commit = on");
  const { rows: tables } = await client.query("SELECT to_regclass('coppice.canary') AS made");
  if (tables[0]?.made === null) await client.query(MAKE);
  await client.query(FORGET);
  const { rows } = await client.query<Canary>(WRITE);
  return Canary.parse(rows[0]);
}

const COUNT = `
  SELECT count(*)::int AS rows, coalesce(bool_or(n::text = $1 AND encode(hash, 'hex') = $2), false) AS "hasNewest"
  FROM coppice.canary`;

const BREAKS = `
  SELECT n FROM (
    SELECT n, at, hash, lag(n) OVER (ORDER BY n) AS before, lag(hash) OVER (ORDER BY n) AS previous FROM coppice.canary
  ) AS canary
  WHERE before IS NOT NULL
    AND (n <> before + 1 OR hash <> sha256(previous || int8send(n) || timestamptz_send(at)))
  ORDER BY n LIMIT 1`;

/** Returns the number of rows, or a sentence about where their chain breaks before the newest that has to be there. */
export async function checkCanaries(client: Client, newest: Canary): Promise<number | string> {
  const { rows: tables } = await client.query("SELECT to_regclass('coppice.canary') AS made");
  if (tables[0]?.made === null) return "none of the rows that were written to be found again is there";
  const { rows: counts } = await client.query<{ rows: number; hasNewest: boolean }>(COUNT, [newest.n, newest.hash]);
  const { rows: breaks } = await client.query<{ n: string }>(BREAKS);
  if (breaks[0]) return `of the rows that were written to be found again, those before ${breaks[0].n} don't lead to it`;
  const { rows = 0, hasNewest = false } = counts[0] ?? {};
  return hasNewest ? rows : `of the rows that were written to be found again, the newest (${newest.n}) is missing`;
}
