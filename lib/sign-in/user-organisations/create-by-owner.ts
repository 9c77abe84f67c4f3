import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../project-keys/authorise";
import { getUserInProject, WRITE_USERS } from "../users/user-address";
import { OrganisationLogo, OrganisationMetadata, OrganisationName, OrganisationSlug } from "./fields";
import { insertMember, insertOrganisation } from "./internal";
import { getOrganisationInProject, slugTaken, toOwnedOrganization } from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";
import type { OwnedOrganization } from "./resource";

export const CreateOrganisationByOwnerInput = z.strictObject({
  name: OrganisationName,
  slug: OrganisationSlug,
  logo: OrganisationLogo.nullable().optional(),
  metadata: OrganisationMetadata.optional(),
  ownerId: z.string().max(64).meta({ description: "The user who owns it.", example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
});
type CreateOrganisationByOwnerInput = z.infer<typeof CreateOrganisationByOwnerInput>;

/**
 * Creates an organisation of users, also where users cannot create any. Throws `user_not_found`, `slug_taken`,
 * `project_suspended`.
 */
export async function createOrganisationByOwner(
  ctx: Context,
  { projectId, ownerId: userId, ...given }: CreateOrganisationByOwnerInput & { projectId: string },
): Promise<OwnedOrganization> {
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_USERS);
  try {
    return await withTransaction(ctx, async (tx) => {
      await getUserInProject(tx, { projectId, userId });
      const { id: userOrganisationId, slug } = await insertOrganisation(tx, { projectId, ...given });
      await insertMember(tx, { projectId, organisationId: userOrganisationId, userId, role: "owner" });
      const change = { organisationId, projectId, userOrganisationId, userId, data: { slug } };
      await recordByOwner(tx, "organization.create", change);
      return toOwnedOrganization(await getOrganisationInProject(tx, { projectId, userOrganisationId }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken() : error;
  }
}
