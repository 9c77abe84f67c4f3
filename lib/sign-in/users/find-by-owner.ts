import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { type UserAddress, userNotFound } from "./user-address";

/** Returns the user with this id or mail address. Throws `not_found`. */
export async function findUserByOwner(ctx: Context, project: ProjectAddress, idOrEmail: string): Promise<UserAddress> {
  requireMemberPermission(ctx, project.organisationId, "users:read");
  const { organisationId, projectId } = project;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const one = isId("user", idOrEmail) ? { id: idOrEmail } : { email: idOrEmail.toLowerCase() };
  const row = await ctx.db.user.findFirst({ where: { ...one, projectId }, select: { id: true } });
  if (!row) throw userNotFound();
  return { organisationId, projectId, userId: row.id };
}
