import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { functionRoleOf, isId, readRoleOf } from "@/lib/core/ids";
import type { HostedSession } from "@/lib/core/ports/database-host";
import { SERVICE } from "@/lib/core/service";
import { findPeople } from "@/lib/people/members/find-people";
import type { Person } from "@/lib/people/members/resource";
import { maskSecrets } from "../grammar/mask";
import type { ListedSession, SessionOwner } from "./resource";

const MAX_SESSIONS = 200;

/**
 * Returns the sessions in a database, those that run or wait first. Throws `missing_permission`, `database_not_found`,
 * `host_unavailable`.
 */
export async function listSessions(ctx: Context, input: { databaseId: string }): Promise<ListedSession[]> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const sessions = await (await ctx.hosts.get(hostId)).listSessions(id, MAX_SESSIONS);
  const [logins, masked] = await Promise.all([
    ownersOfLogins(ctx, id, sessions),
    maskEach(sessions.map(({ statement }) => statement)),
  ]);
  return sessions.map(({ role, statement, ...session }) => {
    const login = role === null ? undefined : logins.get(role);
    return {
      ...session,
      owner: ownerOf(ctx, id, { role, applicationName: session.applicationName, login }),
      person: login?.person ?? null,
      statement: masked.get(statement) ?? "",
    };
  });
}

interface Login {
  memberId: string;
  person: Person | null;
}

/** Returns whose the temporary logins are, by their roles. */
async function ownersOfLogins(
  ctx: Context,
  databaseId: string,
  sessions: readonly HostedSession[],
): Promise<ReadonlyMap<string, Login>> {
  const ids = sessions.flatMap(({ role }) => (role !== null && isId("shellRole", role) ? [role] : []));
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.shellRole.findMany({
    where: { id: { in: ids }, databaseId },
    select: { id: true, createdById: true },
  });
  const people = await findPeople(
    ctx,
    rows.map(({ createdById }) => createdById),
  );
  return new Map(rows.map(({ id, createdById: by }) => [id, { memberId: by, person: people.get(by) ?? null }]));
}

function ownerOf(
  ctx: Context,
  databaseId: string,
  { role, applicationName, login }: { role: string | null; applicationName: string; login: Login | undefined },
): SessionOwner {
  if (role === null) return "service";
  if (isId("shellRole", role)) return login?.memberId === ctx.actor.id ? "you" : "another";
  if (role === functionRoleOf(databaseId)) return "function";
  const isDashboard = applicationName === SERVICE.slug || applicationName.startsWith(`${SERVICE.slug} `);
  return isDashboard || role === readRoleOf(databaseId) ? "dashboard" : "app";
}

/** Masks each text once: the sessions of an app often run the same. */
async function maskEach(texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const masked = new Map<string, string>();
  for (const text of new Set(texts)) masked.set(text, await maskSecrets(text));
  return masked;
}
