import { randomUUID } from "node:crypto";
import type { CommandSession } from "@/lib/cli/command-line";
import { LimitedClient } from "@/lib/core/db/limited-client";
import { openPassword } from "@/lib/hosting/databases/password";
import { type Check, fail, ok, reasonOf, warn } from "./checks";

const TIMEOUT_MS = 5_000;

interface PooledHost {
  id: string;
  provisionerUrl: string;
  pooledHost: string | null;
  pooledPort: number;
}

interface Login {
  user: string;
  password: string;
}

/**
 * Checks that the pooler before a host lets the pooled role of a database in, and nobody else: the database's own role
 * would outlive a rotation there.
 */
export async function checkPooler({ ctx }: CommandSession, name: string, host: PooledHost): Promise<Check[]> {
  if (host.pooledHost === null) return [];
  const label = `${name}: pooler`;
  const role = await ctx.db.shellRole.findFirst({
    where: { hostId: host.id, expiresAt: null, database: { status: "ready", restriction: null } },
    orderBy: { createdAt: "desc" },
    select: { id: true, database: { select: { id: true, password: true } } },
  });
  if (!role) return [warn(label, "wasn't tried", "Reveal the connection string of a database on this host first.")];
  const { database } = role;
  const password = openPassword(ctx, database);
  const signIn = (login: Login) => tryToSignIn(host, database.id, login);
  const refusal = await signIn({ user: role.id, password });
  if (refusal !== null) {
    return [
      fail(label, `refuses ${database.id} (${refusal})`, "Set it up as in docs/hosts.md, and look into its log."),
    ];
  }
  const { username, password: ofProvisioner } = new URL(host.provisionerUrl);
  const kept: [string, Login][] = [
    ["a wrong password", { user: role.id, password: randomUUID() }],
    ["a database's own role", { user: database.id, password }],
    ["the provisioner", { user: decodeURIComponent(username), password: decodeURIComponent(ofProvisioner) }],
    ["a superuser", { user: "platform_root", password: randomUUID() }],
  ];
  for (const [who, login] of kept) {
    if ((await signIn(login)) !== null) continue;
    return [fail(label, `lets ${who} in`, "Put auth_query and pooler_hba.conf of docs/hosts.md in place, and reload.")];
  }
  return [ok(label, "lets pooled roles in, and nobody else")];
}

/** Returns the code of the refusal; `null` when the role is let in. */
async function tryToSignIn(host: PooledHost, database: string, { user, password }: Login): Promise<string | null> {
  const url = new URL(host.provisionerUrl);
  [url.hostname, url.port, url.pathname] = [host.pooledHost ?? "", String(host.pooledPort), `/${database}`];
  [url.username, url.password] = [user, encodeURIComponent(password)];
  const client = new LimitedClient({
    ...{ connectionString: url.href, application_name: "coppice doctor" },
    ...{ connectWithinMs: TIMEOUT_MS, answerWithinMs: TIMEOUT_MS },
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
