import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireProject } from "../project-keys/authorise";
import { WRITE_USERS } from "../users/user-address";
import type { OrganisationAddress } from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";
import { type OrganizationInvitation, toInvitation } from "./resource";

/** Cancels a pending invitation. Throws `not_found`. */
export async function cancelInvitationByOwner(
  ctx: Context,
  { projectId, userOrganisationId, invitationId }: OrganisationAddress & { invitationId: string },
): Promise<OrganizationInvitation> {
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const where = { id: invitationId, organisationId: userOrganisationId, projectId, status: "pending" };
    const data = { status: "canceled" };
    const [row] = await tx.db.userOrganisationInvitation.updateManyAndReturn({ where, data });
    if (!row) throw new ServiceError("not_found", "Invitation not found. It may have been answered or cancelled.");
    const change = { organisationId, projectId, userOrganisationId, data: { email: row.email } };
    await recordByOwner(tx, "organization.invitation_cancel", change);
    return toInvitation(row);
  });
}
