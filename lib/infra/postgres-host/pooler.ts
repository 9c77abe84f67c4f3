import type pg from "pg";
import { quoted } from "./checked";

/** The role by which a pooler asks a database for the verifier of its pooled role (docs/hosts.md). */
export const POOLER = "pooler";

/** Lets the pooler of the host, if it has one, into a database. */
export async function letPoolerIn(client: pg.ClientBase, id: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [POOLER]);
  if (rowCount !== 0) await client.query(`GRANT CONNECT ON DATABASE ${quoted(id)} TO ${POOLER}`);
}
