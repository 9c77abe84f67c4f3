import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";

/** Invitations end with the right to invite: nobody who was removed comes back by one of their own. */
export async function dropInvitationsBy(tx: Context, memberId: string): Promise<void> {
  await tx.db.invitation.deleteMany({ where: { invitedBy: memberId } });
}

export function invitationNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such invitation. It may have been revoked, or have expired.");
}
