import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { requireProject } from "../project-keys/authorise";
import { READ_USERS } from "../users/user-address";
import { toUserInvitation, type UserInvitation } from "./resource";

export const ListUserInvitationsInput = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: z.string().max(1_000).optional().meta({ description: "The `nextCursor` of the page before." }),
});

/** Returns a page of the invitations that can still be accepted, newest first. */
export async function listUserInvitations(
  ctx: Context,
  { projectId, limit, before }: z.output<typeof ListUserInvitationsInput> & { projectId: string },
): Promise<Page<UserInvitation>> {
  await requireProject(ctx, projectId, READ_USERS);
  const list = ["user-invitations", projectId];
  const rows = await ctx.db.userInvitation.findMany({
    where: { projectId, expiresAt: { gt: ctx.clock.now() }, ...afterCursor(readCursor(ctx, list, before)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, toUserInvitation);
}
