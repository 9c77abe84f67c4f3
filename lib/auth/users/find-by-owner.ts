import type { Context } from "@/lib/context";
import { isId } from "@/lib/ids";
import { requireMemberPermission } from "@/lib/members/authorise";
import type { ProjectAddress } from "@/lib/projects/find";
import { getProjectInOrganisation } from "@/lib/projects/internal";
import { type UserAddress, userNotFound } from "./internal";

/** The user with this id or address of mail. Throws `not_found`. */
export async function findUserByOwner(ctx: Context, project: ProjectAddress, idOrEmail: string): Promise<UserAddress> {
  requireMemberPermission(ctx, project.organisationId, "users:read");
  const { organisationId, projectId } = project;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const one = isId("user", idOrEmail) ? { id: idOrEmail } : { email: idOrEmail.toLowerCase() };
  const row = await ctx.db.user.findFirst({ where: { ...one, projectId }, select: { id: true } });
  if (!row) throw userNotFound();
  return { organisationId, projectId, userId: row.id };
}
