import type { SignedInContext } from "../context";
import { requireOrganisations } from "./membership";
import { type ListedOrganization, toOrganization } from "./resource";
import type { OrganisationRole } from "./roles";

/** Returns the organisations that the user is a member of, with their role there, in the order of joining. */
export async function listUserOrganisations(ctx: SignedInContext): Promise<ListedOrganization[]> {
  requireOrganisations(ctx);
  const rows = await ctx.db.userOrganisationMember.findMany({
    where: { projectId: ctx.project.id, userId: ctx.session.user.id },
    include: { organisation: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ organisation, role }) => ({ ...toOrganization(organisation), role: role as OrganisationRole }));
}
