import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../project-keys/authorise";
import { WRITE_USERS } from "../users/user-address";
import { userInvitationNotFound } from "./resource";

export interface UserInvitationAddress {
  projectId: string;
  invitationId: string;
}

export const RevokedUserInvitation = z
  .object({ id: z.string().meta({ example: "uin_4k9x2m7q1w8e5r3t6y0u" }), email: z.string() })
  .meta({ id: "RevokedProjectUserInvitation" });

/** Revokes an invitation, whose link stops working. Throws `not_found`. */
export async function revokeUserInvitation(
  ctx: Context,
  { projectId, invitationId }: UserInvitationAddress,
): Promise<z.infer<typeof RevokedUserInvitation>> {
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const where = { id: invitationId, projectId };
    const row = await tx.db.userInvitation.findFirst({ where, select: { email: true } });
    const { count } = await tx.db.userInvitation.deleteMany({ where });
    if (!row || count === 0) throw userInvitationNotFound();
    const data = { projectId, email: row.email };
    await recordAudit(tx, { organisationId, action: "user_invitation.revoke", targetId: invitationId, data });
    return { id: invitationId, email: row.email };
  });
}
