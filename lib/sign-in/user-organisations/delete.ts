import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OrganisationItemId } from "./fields";
import { changeOrganisation, recordOrganisationEvent } from "./membership";
import { type Organization, toOrganization } from "./resource";
import { isAllowed } from "./roles";

export const NamedOrganizationInput = z.object({
  organizationId: OrganisationItemId.meta({ example: "uorg_4k9x2m7q1w8e5r3t6y0u" }),
});
export type NamedOrganizationInput = z.infer<typeof NamedOrganizationInput>;

/**
 * Deletes an organisation with its memberships and invitations; no session works in it any more. Throws
 * `USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION`, `YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION`.
 */
export function deleteUserOrganisation(
  ctx: SignedInContext,
  { organizationId: id }: NamedOrganizationInput,
): Promise<Organization> {
  return changeOrganisation(ctx, id, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", async (tx, { role }) => {
    if (!isAllowed(role, { organization: ["delete"] })) {
      throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION");
    }
    const row = await tx.db.userOrganisation.delete({ where: { id, projectId: tx.project.id } });
    await recordOrganisationEvent(tx, "organization.delete", id, { slug: row.slug });
    return toOrganization(row);
  });
}
