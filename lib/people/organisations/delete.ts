import { z } from "zod";
import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isForeignKeyViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { OrganisationId } from "@/lib/core/id-schemas";
import { deleteConnectionsOf } from "@/lib/people/sso/end-access";
import { discardDeletedProjects } from "@/lib/sign-in/projects/restorable";

export const DeleteOrganisationInput = z.object({
  organisationId: OrganisationId,
  /** The owner typed the organisation's name to confirm. */
  confirmation: z.string().max(400),
});
type DeleteOrganisationInput = z.infer<typeof DeleteOrganisationInput>;

/**
 * Deletes an organisation with its members, keys, invitations and connections; the audit trail stays. Throws `invalid_request` for
 * another name, and `conflict` while it has databases or projects.
 */
export async function deleteOrganisation(ctx: Context, input: DeleteOrganisationInput): Promise<void> {
  const { organisationId, confirmation } = input;
  requireMemberPermission(ctx, organisationId, "organisation:write");
  try {
    await withTransaction(ctx, async (tx) => {
      const row = await tx.db.organisation.findUnique({ where: { id: organisationId }, select: { name: true } });
      if (!row) throw organisationNotFound();
      if (confirmation.trim() !== row.name) {
        throw new ServiceError("invalid_request", "Type the organisation's name to confirm.", {
          details: [{ path: "confirmation", message: "isn't the organisation's name" }],
        });
      }
      await discardDeletedProjects(tx, organisationId);
      await deleteConnectionsOf(tx, organisationId);
      // A database or project that is made meanwhile holds the row by its foreign key.
      const { count } = await tx.db.organisation.deleteMany({ where: { id: organisationId } });
      if (count === 0) throw organisationNotFound();
      const data = { name: row.name };
      await recordAudit(tx, { organisationId, action: "organisation.delete", targetId: organisationId, data });
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new ServiceError(
      "conflict",
      "The organisation still has databases or projects. Delete them first, deleted databases for good.",
    );
  }
}
