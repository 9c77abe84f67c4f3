import type { Context } from "@/lib/core/context";
import { emailInOneForm } from "@/lib/core/email-address";
import { isId } from "@/lib/core/ids";
import { userNotFound } from "@/lib/core/not-found";
import { requireProject } from "../project-keys/authorise";
import { READ_USERS, type UserAddress } from "./user-address";

/** Returns the user with this id or email address. Throws `project_not_found`, `user_not_found`. */
export async function findUserByOwner(
  ctx: Context,
  { projectId }: { projectId: string },
  idOrEmail: string,
): Promise<UserAddress> {
  await requireProject(ctx, projectId, READ_USERS);
  const one = isId("user", idOrEmail) ? { id: idOrEmail } : { email: emailInOneForm(idOrEmail) };
  const row = await ctx.db.user.findFirst({ where: { ...one, projectId }, select: { id: true } });
  if (!row) throw userNotFound();
  return { projectId, userId: row.id };
}
