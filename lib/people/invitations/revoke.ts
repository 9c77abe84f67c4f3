import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { InvitationId, OrganisationId } from "@/lib/core/id-schemas";
import { endLinkToInvitations } from "@/lib/people/accounts/link-to-invitations";
import { invitationNotFound } from "./resource";

export const RevokeInvitationInput = z.object({ organisationId: OrganisationId, invitationId: InvitationId });
type RevokeInvitationInput = z.infer<typeof RevokeInvitationInput>;

/** Revokes an invitation; only an owner may revoke one to become owner. Throws `not_found`. */
export async function revokeInvitation(ctx: Context, input: RevokeInvitationInput): Promise<void> {
  const { organisationId, invitationId } = input;
  requireMemberPermission(ctx, organisationId, "members:write");
  await withTransaction(ctx, async (tx) => {
    const where = { id: invitationId, organisationId };
    const row = await tx.db.invitation.findFirst({ where });
    if (!row) throw invitationNotFound();
    if (row.role === "owner") requireMemberPermission(ctx, organisationId, "organisation:write");
    const { count } = await tx.db.invitation.deleteMany({ where });
    if (count === 0) throw invitationNotFound();
    await endLinkToInvitations(tx, row.email);
    const data = { email: row.email, role: row.role };
    await recordAudit(tx, { organisationId, action: "invitation.revoke", targetId: invitationId, data });
  });
}
