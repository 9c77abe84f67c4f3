import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { OrganisationMembers } from "@/lib/core/ports/organisation-members";

/** The members of organisations, as their connections know them. The connection of a sign-in is the actor. */
export const membersOfOrganisations: OrganisationMembers = {
  async isMember({ db }, { organisationId, userId }) {
    return (await db.member.count({ where: { organisationId, userId } })) > 0;
  },

  async isMemberAnywhere({ db }, userId) {
    return (await db.member.count({ where: { userId } })) > 0;
  },

  async isInvited({ db, clock }, { organisationId, email }) {
    return (await db.invitation.count({ where: { organisationId, email, expiresAt: { gt: clock.now() } } })) > 0;
  },

  async join(tx, { organisationId, connectionId, userId, email }) {
    const invitation = await takeInvitation(tx, organisationId, email);
    const role = invitation?.role ?? (await roleOf(tx, connectionId));
    const memberId = createId("member", tx.random);
    const row = { id: memberId, organisationId, userId, role, createdAt: tx.clock.now() };
    await tx.db.member.create({ data: row, select: { id: true } });
    const data = { email, role, memberId, connectionId };
    const by = { ...tx, actor: { kind: "user", id: userId } as const };
    if (invitation)
      await recordAudit(by, { organisationId, action: "invitation.accept", targetId: invitation.id, data });
    else await recordAudit(by, { organisationId, action: "member.join", targetId: memberId, data });
  },
};

async function takeInvitation({ db, clock }: Context, organisationId: string, email: string) {
  const where = { organisationId, email, expiresAt: { gt: clock.now() } };
  const [taken] = await db.invitation.findMany({ where, select: { id: true, role: true }, take: 1 });
  if (!taken) return null;
  const { count } = await db.invitation.deleteMany({ where: { id: taken.id, organisationId } });
  return count === 0 ? null : taken;
}

async function roleOf({ db }: Context, id: string): Promise<string> {
  return (await db.ssoConnection.findUniqueOrThrow({ where: { id }, select: { memberRole: true } })).memberRole;
}
