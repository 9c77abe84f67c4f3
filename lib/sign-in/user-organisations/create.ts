import { z } from "zod";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OrganisationLogo, OrganisationMetadata, OrganisationName, OrganisationSlug } from "./fields";
import { insertMember, insertOrganisation } from "./internal";
import { recordOrganisationEvent, requireOrganisations } from "./membership";
import { Organization, OrganizationMember, toMember, toOrganization } from "./resource";
import { activate } from "./set-active";

export const CreateOrganizationInput = z.object({
  name: OrganisationName,
  slug: OrganisationSlug,
  logo: OrganisationLogo.nullish(),
  metadata: OrganisationMetadata.optional(),
  keepCurrentActiveOrganization: z.boolean().optional().meta({ description: "Without it, the new one is active." }),
});
type CreateOrganizationInput = z.infer<typeof CreateOrganizationInput>;

export const CreatedOrganization = Organization.extend({
  members: z.array(OrganizationMember.omit({ user: true })),
}).meta({ id: "CreatedOrganization" });
type CreatedOrganization = z.infer<typeof CreatedOrganization>;

/**
 * Creates an organisation whose owner is the caller. Throws `ORGANIZATION_ALREADY_EXISTS` for a slug that is taken,
 * `YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION` and `YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS`.
 */
export async function createUserOrganisation(
  ctx: SignedInContext,
  { keepCurrentActiveOrganization = false, ...given }: CreateOrganizationInput,
): Promise<CreatedOrganization> {
  requireOrganisations(ctx);
  const { creation, perUser } = ctx.project.settings.organizations;
  if (creation !== "everyone") throw new SignInError("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
  const projectId = ctx.project.id;
  const { user } = ctx.session;
  try {
    return await withTransaction(ctx, async (tx) => {
      await tx.db.$queryRaw`
        select id from end_user where id = ${user.id} and project_id = ${projectId} for no key update`;
      const count = await tx.db.userOrganisationMember.count({ where: { projectId, userId: user.id } });
      if (count >= perUser) throw new SignInError("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS");
      const row = await insertOrganisation(tx, { projectId, ...given });
      const member = await insertMember(tx, { projectId, organisationId: row.id, userId: user.id, role: "owner" });
      if (!keepCurrentActiveOrganization) await activate(tx, row.id);
      await recordOrganisationEvent(tx, "organization.create", row.id, { slug: row.slug });
      const { user: _, ...shown } = toMember({ ...member, user });
      return { ...toOrganization(row), members: [shown] };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new SignInError("ORGANIZATION_ALREADY_EXISTS") : error;
  }
}
