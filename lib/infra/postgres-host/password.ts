import pg from "pg";
import { functionRoleOf, readRoleOf } from "@/lib/core/ids";
import { checkedVerifier, quoted } from "./checked";
import { alterRole } from "./role";

/** Sets the password of a database's role, and undoes the settings that the role made for itself. */
export async function setPassword(client: pg.PoolClient, id: string, verifier: string): Promise<void> {
  await alterRole(client, id, [
    withPassword(id, verifier),
    `ALTER ROLE ${quoted(id)} RESET ALL`,
    `ALTER ROLE ${quoted(id)} IN DATABASE ${quoted(id)} RESET ALL`,
    `ALTER ROLE ${quoted(id)} SET temp_file_limit = '1GB'`,
  ]);
  await forgetPassword(client, functionRoleOf(id));
}

/** Sets the password of a database's role alone, and takes those of its function role and its read role. */
export async function renewPassword(client: pg.PoolClient, id: string, verifier: string): Promise<void> {
  await alterRole(client, id, [withPassword(id, verifier)]);
  for (const role of [functionRoleOf(id), readRoleOf(id)]) await forgetPassword(client, role);
}

function withPassword(id: string, verifier: string): string {
  return `ALTER ROLE ${quoted(id)} PASSWORD '${checkedVerifier(verifier)}'`;
}

/** Takes a role's password, which the service gives it again when it needs it. A function can change its own. */
async function forgetPassword(client: pg.PoolClient, role: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (rowCount === 0) return;
  await alterRole(client, role, [`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD NULL`]);
}
