import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireProject } from "../project-keys/authorise";
import { WRITE_USERS } from "../users/user-address";
import { getOrganisationInProject, type OrganisationAddress } from "./owned-organisation";
import { recordByOwner } from "./record-by-owner";

export const DeletedOrganization = z
  .object({
    id: z.string().meta({ example: "uorg_4k9x2m7q1w8e5r3t6y0u" }),
    slug: z.string().meta({ example: "acme" }),
  })
  .meta({ id: "DeletedOrganization" });

/** Deletes an organisation of users with its memberships and invitations. Throws `organization_not_found`. */
export async function deleteOrganisationByOwner(
  ctx: Context,
  address: OrganisationAddress,
): Promise<z.infer<typeof DeletedOrganization>> {
  const { projectId, userOrganisationId: id } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const { slug } = await getOrganisationInProject(tx, address);
    await tx.db.userOrganisation.deleteMany({ where: { id, projectId } });
    await recordByOwner(tx, "organization.delete", { organisationId, ...address, data: { slug } });
    return { id, slug };
  });
}
