import { randomBytes } from "node:crypto";
import type pg from "pg";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";
import { type Finding, fail, ok, reasonOf } from "./checks";
import { refusalOf, withHostConnection } from "./host-connection";

/** The life of the roles that an interrupted run leaves; the next run drops them. */
const LIFE_SECONDS = 60;
const PREFIX = `${SERVICE.slug}_doctor_`;
/** SQLSTATEs that Postgres returns only to roles it has let in. */
const LET_IN: readonly string[] = [SQLSTATE.invalidCatalogName, SQLSTATE.tooManyConnections];

const random = { bytes: (length: number) => randomBytes(length) };

/**
 * Tries the rules of `pg_hba.conf` for customers' roles, which only a superuser could read, by two temporary roles that
 * sign in as a database's role (`sameuser`) and as a read role or shell role (`samerole`) do. The database they ask for does not
 * exist, which Postgres says only after it has let them in.
 */
export async function checkLogins(connectionString: string): Promise<Finding> {
  try {
    return await withHostConnection(connectionString, (client) =>
      withRoles(client, async ({ role, shell, password }) => {
        const signIn = (user: string, as = password) =>
          tryToSignIn(connectionString, { user, password: as, database: role });
        for (const user of [role, shell]) if ((await signIn(user, "wrong")) === null) return withoutPassword();
        return judge({ ownRole: await signIn(role), shell: await signIn(shell) });
      }),
    );
  } catch (error) {
    return fail(`couldn't be tested (${reasonOf(error)})`, "See the other checks of this host.");
  }
}

interface Roles {
  role: string;
  shell: string;
  password: string;
}

async function withRoles<T>(client: pg.Client, work: (roles: Roles) => Promise<T>): Promise<T> {
  await dropLeftovers(client);
  const role = PREFIX + randomBytes(8).toString("hex");
  const [shell, password] = [`${role}_shell`, randomBase62(32, random)];
  // The roles expire by the host's clock.
  const { rows } = await client.query<{ end: string }>("SELECT (now() + $1 * interval '1 s')::text AS end", [
    LIFE_SECONDS,
  ]);
  const attributes = `LOGIN PASSWORD '${scramVerifier(password, random)}' VALID UNTIL '${rows[0]?.end ?? "now"}'`;
  await client.query(`CREATE ROLE ${role} ${attributes}; CREATE ROLE ${shell} ${attributes} IN ROLE ${role}`);
  try {
    return await work({ role, shell, password });
  } finally {
    await client.query(`DROP ROLE ${shell}, ${role}`);
  }
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT rolname AS name FROM pg_roles WHERE rolname ~ $1 AND rolvaliduntil < now()",
    [`^${PREFIX}[0-9a-f]{16}(_shell)?$`],
  );
  for (const { name } of rows) await client.query(`DROP ROLE IF EXISTS ${name}`);
}

/** Returns the code of the refusal; `null` when the role is let in. */
async function tryToSignIn(connectionString: string, login: Parameters<typeof refusalOf>[1]): Promise<string | null> {
  const reason = await refusalOf(connectionString, login);
  return reason !== null && LET_IN.includes(reason) ? null : reason;
}

function withoutPassword(): Finding {
  const advice = "Remove the lines with trust from pg_hba.conf, put those of docs/hosts.md in their place, and reload.";
  return fail("a wrong password is let in", advice);
}

function judge(refusals: { ownRole: string | null; shell: string | null }): Finding {
  const { ownRole, shell } = refusals;
  if (ownRole !== null) {
    const advice = `Add the lines with sameuser and samerole from docs/hosts.md to pg_hba.conf, before any line that rejects, and reload. They must also match connections from this machine.`;
    return fail(`databases' roles are refused (${ownRole})`, advice);
  }
  if (shell !== null) {
    const advice =
      "Add `hostssl samerole all all scram-sha-256` to pg_hba.conf, below the line with sameuser and above any that rejects, then run `SELECT pg_reload_conf()` as superuser.";
    return fail(`viewers and psql logins are refused (${shell}): pg_hba.conf has no line with samerole`, advice);
  }
  return ok("databases' roles, viewers and psql logins can log in");
}
