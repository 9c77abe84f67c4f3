import type pg from "pg";
import { quoted } from "./checked";

/** Takes every right on a copy from everybody but its owner, the platform. */
export async function revokeAccess(client: pg.ClientBase, copyId: string): Promise<void> {
  const grantees = await client.query<{ role: string }>(
    `SELECT DISTINCT grantee::regrole::text AS role FROM pg_database, aclexplode(datacl)
     WHERE datname = $1 AND grantee <> datdba AND grantee <> 0`,
    [copyId],
  );
  const roles = ["PUBLIC", ...grantees.rows.map(({ role }) => role)].join(", ");
  await client.query(`REVOKE ALL ON DATABASE ${quoted(copyId)} FROM ${roles}`);
}
