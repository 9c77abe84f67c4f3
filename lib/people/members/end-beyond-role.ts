import { hasPermission, type Role } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/**
 * Invitations end with the right to make them: nobody who was removed or demoted comes back by one of their own. `role`
 * is what the member is from now on; `null` for one who is none any more.
 */
export async function dropInvitationsBeyond(tx: Context, memberId: string, role: Role | null): Promise<void> {
  if (role !== null && hasPermission(role, "organisation:write")) return;
  const mayInvite = role !== null && hasPermission(role, "members:write");
  await tx.db.invitation.deleteMany({ where: { invitedBy: memberId, ...(mayInvite && { role: "owner" }) } });
}

export function invitationNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such invitation. It may have been revoked, or have expired.");
}
