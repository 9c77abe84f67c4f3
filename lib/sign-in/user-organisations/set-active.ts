import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OrganisationItemId, OrganisationSlug } from "./fields";
import { findOrganisation } from "./find";
import { requireMembership, requireOrganisations } from "./membership";
import { type Organization, toOrganization } from "./resource";

export const SetActiveInput = z.object({
  organizationId: OrganisationItemId.nullish().meta({
    description: "`null` to work in none.",
    example: "uorg_4k9x2m7q1w8e5r3t6y0u",
  }),
  organizationSlug: OrganisationSlug.optional(),
});

/** Sets the organisation that the request's session works in. */
export async function activate(ctx: SignedInContext, organisationId: string | null): Promise<void> {
  const where = { id: ctx.session.id, projectId: ctx.project.id };
  await ctx.db.session.updateMany({ where, data: { activeOrganisationId: organisationId } });
}

/**
 * Sets the session's active organisation, which its next token names. Without either field, the present one is told.
 * Throws `ORGANIZATION_NOT_FOUND`, `USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION`.
 */
export async function setActiveOrganisation(
  ctx: SignedInContext,
  { organizationId, organizationSlug }: z.infer<typeof SetActiveInput>,
): Promise<Organization | null> {
  requireOrganisations(ctx);
  if (organizationId === null) {
    await activate(ctx, null);
    return null;
  }
  const id = organizationId ?? (organizationSlug === undefined ? ctx.session.activeOrganisation?.id : undefined);
  if (id === undefined && organizationSlug === undefined) return null;
  const row = await findOrganisation(ctx, id === undefined ? { slug: organizationSlug ?? "" } : { id });
  if (!row) throw new SignInError("ORGANIZATION_NOT_FOUND");
  await requireMembership(ctx, row.id, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
  await activate(ctx, row.id);
  return toOrganization(row);
}
