import { hasPermission, type Role } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";

/**
 * Ends what a member's new role no longer allows, in the caller's transaction: the invitations they made, so that nobody
 * who was removed or demoted comes back by one of their own, and what wings above hold of them. `role` is `null` for a
 * member who has left.
 */
export async function endBeyondRole(tx: Context, memberId: string, role: Role | null): Promise<void> {
  await dropInvitations(tx, memberId, role);
  await tx.endBeyondRole(tx, memberId, role);
}

async function dropInvitations(tx: Context, memberId: string, role: Role | null): Promise<void> {
  if (role !== null && hasPermission(role, "organisation:write")) return;
  const mayInvite = role !== null && hasPermission(role, "members:write");
  await tx.db.invitation.deleteMany({ where: { invitedBy: memberId, ...(mayInvite && { role: "owner" }) } });
}
