import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";

const random = { bytes: (length: number) => randomBytes(length) };

export const newDatabaseId = () => createId("database", random);

/** A further organisation with the plan and the owner of another one, since a plan allows 200 databases; answers its id. */
export async function insertOrganisation(control: pg.Pool, like: string): Promise<string> {
  const [id, memberId] = [createId("organisation", random), createId("member", random)];
  await control.query(
    `INSERT INTO organisation (id, name, plan, host_kind, management_api)
     SELECT $1, name, plan, host_kind, management_api FROM organisation WHERE id = $2`,
    [id, like],
  );
  await control.query(
    `INSERT INTO member (id, organisation_id, user_id, role)
     SELECT $1, $2, user_id, role FROM member WHERE organisation_id = $3 LIMIT 1`,
    [memberId, id, like],
  );
  return id;
}

/** Management keys of the organisation's owner; answers their secrets. Many, because each may ask 20 times a minute. */
export async function insertKeys(control: pg.Pool, organisationId: string, count: number): Promise<string[]> {
  const secrets = Array.from({ length: count }, () => createSecretText(KEY_PREFIX.management, random));
  await control.query(
    `INSERT INTO management_key (id, organisation_id, member_id, name, hint, secret_hash, read_only)
     SELECT key.id, $1, member.id, 'bench', '', key.hash, false
     FROM unnest($2::text[], $3::bytea[]) AS key (id, hash),
       (SELECT id FROM member WHERE organisation_id = $1 LIMIT 1) AS member`,
    [
      organisationId,
      secrets.map(() => createId("key", random)),
      secrets.map((secret) => Buffer.from(hashSecretText(secret))),
    ],
  );
  await control.query("ANALYZE management_key");
  return secrets;
}

/** Rows of databases that exist nowhere else, for reading alone; answers their ids. */
export async function insertDatabaseRows(control: pg.Pool, organisationId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newDatabaseId);
  await control.query(
    `INSERT INTO database (id, organisation_id, host_id, host_kind, name, status, password, created_at)
     SELECT row.id, $1, host.id, host.kind, 'customer database ' || row.number, 'ready', '', now() + row.number * interval '1 ms'
     FROM unnest($2::text[]) WITH ORDINALITY AS row (id, number), (SELECT id, kind FROM host LIMIT 1) AS host`,
    [organisationId, ids],
  );
  await control.query("VACUUM ANALYZE database");
  return ids;
}

/** Inserts the rest of an organisation of this size: every fifth database a branch, and as many audit entries. */
export async function insertSurroundings(
  control: pg.Pool,
  organisationId: string,
  ids: readonly string[],
): Promise<void> {
  await control.query(
    `UPDATE database SET parent_database_id = pair.parent, parent_name = 'its parent', branched_at = created_at
     FROM (SELECT id, lag(id) OVER (ORDER BY number) AS parent, number
       FROM unnest($1::text[]) WITH ORDINALITY AS row (id, number)) AS pair
     WHERE database.id = pair.id AND pair.number % 5 = 0`,
    [ids],
  );
  await control.query(
    `INSERT INTO audit_event (id, organisation_id, actor_kind, actor_id, action, target_id, request_id, created_at)
     SELECT 'evt_' || substr(row.id, 4), $1, 'member', member.id, 'database.create', row.id, 'req_bench', now() - row.number * interval '1 s'
     FROM unnest($2::text[]) WITH ORDINALITY AS row (id, number), (SELECT id FROM member WHERE organisation_id = $1 LIMIT 1) AS member`,
    [organisationId, ids],
  );
  await control.query("VACUUM ANALYZE database, audit_event");
}

/** An hour of samples of one database, so that its page draws. */
export async function insertSamples(control: pg.Pool, databaseId: string): Promise<void> {
  await control.query(
    `INSERT INTO database_sample (database_id, at, size_bytes, connections, locks_waiting, commits, rollbacks, blocks_read,
       blocks_hit, rows_returned, rows_inserted, rows_updated, rows_deleted, deadlocks, temp_bytes)
     SELECT $1, now() - i * interval '1 min', 8e6, i % 7, 0, 60 * (60 - i), 0, 60 - i, 900 * (60 - i), 0, 30 * (60 - i), 0, 0, 0, 0
     FROM generate_series(1, 60) AS i`,
    [databaseId],
  );
}
