import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createSecretText, hashSecretText } from "@/lib/crypto/secret-text";
import { createId } from "@/lib/ids";
import { KEY_PREFIX } from "@/lib/service";

const random = { bytes: (length: number) => randomBytes(length) };

export const newDatabaseId = () => createId("database", random);

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
