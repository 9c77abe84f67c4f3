import { randomBytes } from "node:crypto";
import type pg from "pg";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { type Login, refusalOf } from "@/lib/core/db/refused-login";
import type { HostLogins } from "@/lib/core/ports/database-host";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";

/** The life of the roles that an interrupted run leaves; the next run drops them. */
const LIFE_SECONDS = 60;
const PREFIX = `${SERVICE.slug}_doctor_`;
/** SQLSTATEs that Postgres returns only to roles it has let in. */
const LET_IN: readonly string[] = [SQLSTATE.invalidCatalogName, SQLSTATE.tooManyConnections];
/** The databases that every cluster has, and no customer may enter. */
const OF_OTHERS = ["postgres", "template1"];

const random = { bytes: (length: number) => randomBytes(length) };

/**
 * Tries the rules of `pg_hba.conf` for customers' roles, which only a superuser could read, by two temporary roles that
 * sign in as a database's role (`sameuser`) and as a read role or shell role (`samerole`) do. The database they ask for
 * does not exist, which Postgres says only after it has let them in.
 */
export async function tryLogins(client: pg.PoolClient, provisionerUrl: string): Promise<HostLogins> {
  return withRoles(client, async ({ role, member, password }) => {
    const signIn = (login: Partial<Login>) =>
      tryToSignIn(provisionerUrl, { user: role, password, database: role, ...login });
    const takesAnyPassword =
      (await signIn({ password: "wrong" })) === null || (await signIn({ user: member, password: "wrong" })) === null;
    const [ownRole, memberRole] = [await signIn({}), await signIn({ user: member })];
    let otherDatabase: string | null = null;
    for (const database of OF_OTHERS) {
      if ((await refusalOf(provisionerUrl, { user: role, password, database })) === null) otherDatabase ??= database;
    }
    return { takesAnyPassword, ownRole, memberRole, otherDatabase };
  });
}

interface Roles {
  role: string;
  member: string;
  password: string;
}

async function withRoles<T>(client: pg.PoolClient, work: (roles: Roles) => Promise<T>): Promise<T> {
  await dropLeftovers(client);
  const role = PREFIX + randomBytes(8).toString("hex");
  const [member, password] = [`${role}_shell`, randomBase62(32, random)];
  // The roles expire by the host's clock.
  const { rows } = await client.query<{ end: string }>("SELECT (now() + $1 * interval '1 s')::text AS end", [
    LIFE_SECONDS,
  ]);
  const attributes = `LOGIN PASSWORD '${scramVerifier(password, random)}' VALID UNTIL '${rows[0]?.end ?? "now"}'`;
  await client.query(`CREATE ROLE ${role} ${attributes}; CREATE ROLE ${member} ${attributes} IN ROLE ${role}`);
  try {
    return await work({ role, member, password });
  } finally {
    await client.query(`DROP ROLE ${member}, ${role}`);
  }
}

async function dropLeftovers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ $1 AND rolvaliduntil < now()",
    [`^${PREFIX}[0-9a-f]{16}(_shell)?$`],
  );
  for (const { name } of rows) await client.query(`DROP ROLE IF EXISTS ${name}`);
}

/** Returns the code of the refusal; `null` when the role is let in. */
async function tryToSignIn(provisionerUrl: string, login: Login): Promise<string | null> {
  const reason = await refusalOf(provisionerUrl, login);
  return reason !== null && LET_IN.includes(reason) ? null : reason;
}
