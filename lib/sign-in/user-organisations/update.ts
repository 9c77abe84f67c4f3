import { z } from "zod";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { Prisma } from "@/lib/core/db/generated/client";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import {
  OptionalOrganisationId,
  OrganisationLogo,
  OrganisationMetadata,
  OrganisationName,
  OrganisationSlug,
} from "./fields";
import { changeOrganisation, organisationIdOf, recordOrganisationEvent } from "./membership";
import { type Organization, toOrganization } from "./resource";
import { isAllowed } from "./roles";

export const OrganisationChanges = z.object({
  name: OrganisationName.optional(),
  slug: OrganisationSlug.optional(),
  logo: OrganisationLogo.nullish(),
  metadata: OrganisationMetadata.nullish(),
});

export const UpdateOrganizationInput = z.object({
  data: OrganisationChanges,
  organizationId: OptionalOrganisationId,
});
type UpdateOrganizationInput = z.infer<typeof UpdateOrganizationInput>;

/** Returns the columns that a change writes: a field that is left out stays, `null` empties it. */
export function writtenChanges({ metadata, ...given }: z.infer<typeof OrganisationChanges>) {
  const written = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...written,
    ...(metadata !== undefined && {
      metadata: metadata === null ? Prisma.DbNull : (metadata as Prisma.InputJsonObject),
    }),
  };
}

/**
 * Changes an organisation. Throws `USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION`, `ORGANIZATION_SLUG_ALREADY_TAKEN` and
 * `YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION`.
 */
export async function updateUserOrganisation(
  ctx: SignedInContext,
  { data, organizationId }: UpdateOrganizationInput,
): Promise<Organization> {
  const id = organisationIdOf(ctx, organizationId, "ORGANIZATION_NOT_FOUND");
  try {
    return await changeOrganisation(ctx, id, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", async (tx, { role }) => {
      if (!isAllowed(role, { organization: ["update"] })) {
        throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION");
      }
      const where = { id, projectId: tx.project.id };
      const changed = { ...writtenChanges(data), updatedAt: tx.clock.now() };
      const row = await tx.db.userOrganisation.update({ where, data: changed });
      await recordOrganisationEvent(tx, "organization.update", id, { fields: Object.keys(data).sort().join() });
      return toOrganization(row);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new SignInError("ORGANIZATION_SLUG_ALREADY_TAKEN") : error;
  }
}
