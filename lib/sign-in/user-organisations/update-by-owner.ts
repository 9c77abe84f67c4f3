import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../project-keys/authorise";
import { WRITE_USERS } from "../users/user-address";
import {
  getOrganisationInProject,
  type OrganisationAddress,
  slugTaken,
  toOwnedOrganization,
} from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";
import type { OwnedOrganization } from "./resource";
import { OrganisationChanges, writtenChanges } from "./update";

export const UpdateOrganisationByOwnerInput = OrganisationChanges.strict()
  .refine((input) => Object.values(input).some((value) => value !== undefined), { message: "must have a field" })
  .meta({ example: { name: "Acme Ltd" } });

/** Changes an organisation of users. Throws `organization_not_found`, `slug_taken`, `project_suspended`. */
export async function updateOrganisationByOwner(
  ctx: Context,
  { projectId, userOrganisationId, ...changes }: z.infer<typeof UpdateOrganisationByOwnerInput> & OrganisationAddress,
): Promise<OwnedOrganization> {
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  const address = { projectId, userOrganisationId };
  try {
    return await withTransaction(ctx, async (tx) => {
      await getOrganisationInProject(tx, address);
      const where = { id: userOrganisationId, projectId };
      const data = { ...writtenChanges(changes), updatedAt: tx.clock.now() };
      await tx.db.userOrganisation.updateMany({ where, data });
      const fields = Object.keys(changes).sort().join();
      await recordByOwner(tx, "organization.update", { organisationId, ...address, data: { fields } });
      return toOwnedOrganization(await getOrganisationInProject(tx, address));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken() : error;
  }
}
