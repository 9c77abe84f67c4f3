import { hasPermission, type Role } from "@/lib/core/access/permissions";
import type { Context, MemberAddress } from "@/lib/core/context";

/**
 * Also deletes the invitations that the member made, so that nobody who was removed or demoted comes back by one of
 * their own. `role` is `null` for a member who has left.
 */
export async function endBeyondRole(tx: Context, member: MemberAddress, role: Role | null): Promise<void> {
  await dropInvitations(tx, member, role);
  await tx.endBeyondRole(tx, member, role);
}

async function dropInvitations(tx: Context, member: MemberAddress, role: Role | null): Promise<void> {
  if (role !== null && hasPermission(role, "organisation:write")) return;
  const mayInvite = role !== null && hasPermission(role, "members:write");
  const { organisationId, memberId } = member;
  const where = { organisationId, invitedBy: memberId, ...(mayInvite && { role: "owner" }) };
  await tx.db.invitation.deleteMany({ where });
}
