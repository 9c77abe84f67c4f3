import { z } from "zod";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { OrganisationSlug } from "./fields";
import { requireOrganisations } from "./membership";

export const CheckSlugInput = z.object({ slug: OrganisationSlug });

/** Throws `ORGANIZATION_SLUG_ALREADY_TAKEN`. */
export async function checkOrganisationSlug(
  ctx: SignedInContext,
  { slug }: z.infer<typeof CheckSlugInput>,
): Promise<{ status: true }> {
  requireOrganisations(ctx);
  const count = await ctx.db.userOrganisation.count({ where: { projectId: ctx.project.id, slug } });
  if (count > 0) throw new SignInError("ORGANIZATION_SLUG_ALREADY_TAKEN");
  return { status: true };
}
