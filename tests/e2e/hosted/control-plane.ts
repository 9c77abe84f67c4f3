import { join } from "node:path";
import { Client } from "pg";
import { ChangeFile } from "@/lib/infra/change-file";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";

/** Lets the time of links and codes to this mailbox run out: nobody waits ten minutes in a test. */
export async function expireMailedProofs(email: string): Promise<void> {
  const count = await change(
    "update verification set created_at = created_at - interval '1 hour', expires_at = now() where email = $1",
    email,
  );
  if (count === 0) throw new Error(`no mailed proof for ${email}`);
}

/** Lets the user's sessions be no longer fresh. */
export async function ageSessions(email: string): Promise<void> {
  const count = await change(
    `update user_session set authenticated_at = authenticated_at - interval '1 hour'
     where user_id in (select id from end_user where email = $1)`,
    email,
  );
  if (count === 0) throw new Error(`no session of ${email}`);
}

/** Lets a domain count as proven: no name server of the tests has its record. */
export async function proveSsoDomain(domain: string): Promise<void> {
  const count = await change("update sso_domain set verified_at = now() where domain = $1", domain);
  if (count === 0) throw new Error(`no connection has ${domain}`);
}

async function change(statement: string, value: string): Promise<number> {
  const dataDir = process.env.COPPICE_DATA_DIR ?? "";
  const instance = await findEmbeddedPostgres(dataDir);
  if (!instance) throw new Error("the service of the tests has no database");
  const client = new Client({ connectionString: instance.controlUrl });
  await client.connect();
  try {
    return (await client.query(statement, [value])).rowCount ?? 0;
  } finally {
    await new ChangeFile(join(dataDir, "run", "changes")).renew();
    await client.end();
  }
}
