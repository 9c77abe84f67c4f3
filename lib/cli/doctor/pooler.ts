import { randomUUID } from "node:crypto";
import type { CommandSession } from "@/lib/cli/command-line";
import { refusalOf } from "@/lib/core/db/refused-login";
import { openPassword } from "@/lib/hosting/databases/password";
import { type Finding, fail, ok, warn } from "./checks";

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
export async function checkPooler({ ctx }: CommandSession, host: PooledHost): Promise<Finding | null> {
  if (host.pooledHost === null) return null;
  const role = await ctx.db.shellRole.findFirst({
    where: { hostId: host.id, expiresAt: null, database: { status: "ready", restriction: null } },
    orderBy: { createdAt: "desc" },
    select: { id: true, database: { select: { id: true, password: true } } },
  });
  if (!role) return warn("wasn't tried", "Reveal the connection string of a database on this host first.");
  const { database } = role;
  const password = openPassword(ctx, database);
  const pooler = Object.assign(new URL(host.provisionerUrl), { hostname: host.pooledHost, port: host.pooledPort }).href;
  const signIn = (login: Login) =>
    refusalOf(pooler, { ...login, database: database.id }, (client) => client.query("SELECT 1"));
  const refusal = await signIn({ user: role.id, password });
  if (refusal !== null) {
    return fail(`refuses ${database.id} (${refusal})`, "Set it up as in docs/hosts.md, and look into its log.");
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
    return fail(`lets ${who} in`, "Put auth_query and pooler_hba.conf of docs/hosts.md in place, and reload.");
  }
  return ok("lets pooled roles in, and nobody else");
}
