import { recordAudit } from "@/lib/core/audit/record";
import type { AuditAction } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { ScimConnection } from "../context";

/** The context of syncing: a directory's request has it, and so has the owner who changes the roles of groups. */
export type RoleContext = Context & {
  connection: Pick<ScimConnection, "id" | "projectId" | "organisationId" | "userOrganisationId">;
};

interface Difference {
  userId: string;
  wanted: "admin" | "member" | null;
  current: string | null;
}

/** No statement holds more users than this. */
const BATCH = 5_000;

/**
 * Gives users the roles of their groups in the connection's organisation: the most powerful one counts. A user who
 * isn't active has none. Memberships that people manage stay unless a group has a role for them, and owners always
 * stay. Without `userIds`, all of the connection's users.
 */
export async function syncRoles(tx: RoleContext, userIds: string[] | null): Promise<void> {
  const { userOrganisationId } = tx.connection;
  if (userOrganisationId === null || userIds?.length === 0) return;
  const differences = await findDifferences(tx, userOrganisationId, userIds);
  for (const role of ["admin", "member"] as const) {
    const meant = differences.filter(({ wanted }) => wanted === role);
    await addMembers(tx, userOrganisationId, role, idsOf(meant.filter(({ current }) => current === null)));
    await changeRole(tx, userOrganisationId, role, idsOf(meant.filter(({ current }) => current !== null)));
  }
  await removeMembers(tx, userOrganisationId, idsOf(differences.filter(({ wanted }) => wanted === null)));
}

const idsOf = (differences: Difference[]) => differences.map(({ userId }) => userId);

async function findDifferences(
  tx: RoleContext,
  organisationId: string,
  userIds: string[] | null,
): Promise<Difference[]> {
  const { id: connectionId } = tx.connection;
  const those = userIds === null ? Prisma.sql`true` : Prisma.sql`s.user_id = any (${userIds}::text[])`;
  // Two groups of a user may change at once: the second change then sees the first.
  await tx.db.$executeRaw(Prisma.sql`
    select from scim_user s where s.connection_id = ${connectionId} and ${those} order by s.user_id for no key update`);
  return tx.db.$queryRaw<Difference[]>(Prisma.sql`
    with wanted as (
      select s.user_id, min(r.role) filter (where s.is_active) as role
      from scim_user s
      left join scim_group_member gm on gm.connection_id = s.connection_id and gm.user_id = s.user_id
      left join scim_group g on g.id = gm.group_id
      left join scim_role r on r.connection_id = s.connection_id and lower(r.group_name) = lower(g.display_name)
      where s.connection_id = ${connectionId} and ${those}
      group by s.user_id
    )
    select w.user_id as "userId", w.role as wanted, m.role as current
    from wanted w
    left join user_organisation_member m on m.organisation_id = ${organisationId} and m.user_id = w.user_id
    where m.role is distinct from 'owner'
      and case when w.role is null then m.managed_by = ${connectionId}
               else (m.role, m.managed_by) is distinct from (w.role, ${connectionId}) end
    order by w.user_id`);
}

async function addMembers(tx: RoleContext, organisationId: string, role: string, userIds: string[]): Promise<void> {
  const { projectId, id: managedBy } = tx.connection;
  const createdAt = tx.clock.now();
  for (const ids of batches(userIds)) {
    const data = ids.map((userId) => ({
      ...{ id: createId("userOrganisationMember", tx.random), projectId, organisationId, userId, role, managedBy },
      createdAt,
    }));
    await tx.db.userOrganisationMember.createMany({ data });
  }
  await record(tx, "organization.member_add", userIds, { role });
}

async function changeRole(tx: RoleContext, organisationId: string, role: string, userIds: string[]): Promise<void> {
  const { projectId, id: managedBy } = tx.connection;
  for (const ids of batches(userIds)) {
    const where = { projectId, organisationId, userId: { in: ids }, role: { not: "owner" } };
    await tx.db.userOrganisationMember.updateMany({ where, data: { role, managedBy } });
  }
  await record(tx, "organization.member_role", userIds, { role });
}

/** Ends memberships, and with them the permissions of the users' sessions in the organisation. */
export async function removeMembers(tx: RoleContext, organisationId: string, userIds: string[]): Promise<void> {
  const { projectId, id: managedBy } = tx.connection;
  for (const ids of batches(userIds)) {
    const userId = { in: ids };
    const where = { projectId, organisationId, userId, managedBy, role: { not: "owner" } };
    await tx.db.userOrganisationMember.deleteMany({ where });
    const sessions = { projectId, userId, activeOrganisationId: organisationId };
    await tx.db.session.updateMany({ where: sessions, data: { activeOrganisationId: null } });
  }
  await record(tx, "organization.member_remove", userIds, {}, organisationId);
}

/** Each user has an event, and the change one row in the audit log. */
async function record(
  tx: RoleContext,
  kind: Extract<AuditAction, `organization.member_${string}`>,
  userIds: string[],
  told: { role?: string },
  target = tx.connection.userOrganisationId ?? "",
): Promise<void> {
  if (userIds.length === 0) return;
  const { id: provider, projectId, organisationId } = tx.connection;
  const data = { organizationId: target, provider, ...told, actor: `${tx.actor.kind}:${tx.actor.id}` };
  const from = { projectId, requestId: tx.requestId, address: tx.clientAddress, userAgent: "" };
  const event = { kind, outcome: "accepted", ...from, data, createdAt: tx.clock.now() };
  for (const ids of batches(userIds)) {
    const rows = ids.map((userId) => ({ id: createId("event", tx.random), userId, ...event }));
    await tx.db.securityEvent.createMany({ data: rows });
  }
  const one: Record<string, string | number> =
    userIds.length === 1 ? { userId: userIds[0] ?? "" } : { users: userIds.length };
  await recordAudit(tx, {
    organisationId,
    action: kind,
    targetId: target,
    data: { projectId, provider, ...one, ...told },
  });
}

function* batches(ids: string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
}
