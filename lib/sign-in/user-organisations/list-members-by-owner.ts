import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { requireProject } from "../project-keys/authorise";
import { READ_USERS } from "../users/user-address";
import { getOrganisationInProject, type OrganisationAddress } from "./owned-organisation";
import { MEMBER_WITH_USER, type OrganizationMember, toMember } from "./resource";

export const ListMembersByOwnerInput = z.strictObject({
  before: z.string().max(2_048).optional().meta({ description: "The `nextCursor` of the page before." }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).meta({ example: 100 }),
});

/** Returns a page of an organisation's members, who joined last first. Throws `organization_not_found`. */
export async function listMembersByOwner(
  ctx: Context,
  { before, limit, ...address }: z.output<typeof ListMembersByOwnerInput> & OrganisationAddress,
): Promise<Page<OrganizationMember>> {
  const { projectId, userOrganisationId } = address;
  await requireProject(ctx, projectId, READ_USERS);
  await getOrganisationInProject(ctx, address);
  const list = ["user-organisation-members", userOrganisationId];
  const position = readCursor(ctx, list, before);
  const rows = await ctx.db.userOrganisationMember.findMany({
    where: { AND: [{ organisationId: userOrganisationId, projectId }, afterCursor(position)] },
    include: MEMBER_WITH_USER,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, toMember);
}
