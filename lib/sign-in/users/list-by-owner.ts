import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { type OwnedUser, toOwnedUser } from "./owned-user";

interface ListUsersInput {
  organisationId: string;
  projectId: string;
  /** The beginning of their mail address. */
  email?: string;
  /** The `nextCursor` of the page before. */
  before?: string;
  limit: number;
}

/** Returns a project's users, newest first. Throws `invalid_request` for a cursor of another list. */
export async function listUsersByOwner(ctx: Context, input: ListUsersInput): Promise<Page<OwnedUser>> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { organisationId, projectId, email = "", limit } = input;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const list = ["users", projectId, email];
  const rows = await ctx.db.user.findMany({
    where: {
      projectId,
      ...(email !== "" && { email: { startsWith: email.toLowerCase() } }),
      ...afterCursor(readCursor(ctx, list, input.before)),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, toOwnedUser);
}
