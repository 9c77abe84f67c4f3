import type { z } from "zod";
import type { SignedInContext } from "../context";
import type { GetInvitationQuery } from "./get-invitation";

/** Returns how the user has answered an invitation to an organisation; `null` where they haven't, or it wasn't theirs. */
export async function findInvitationAnswer(
  ctx: SignedInContext,
  { id }: z.infer<typeof GetInvitationQuery>,
): Promise<"accepted" | "rejected" | null> {
  const { email, emailVerified } = ctx.session.user;
  if (!emailVerified) return null;
  const where = { id, projectId: ctx.project.id, email, status: { in: ["accepted", "rejected"] } };
  const row = await ctx.db.userOrganisationInvitation.findFirst({ where, select: { status: true } });
  return row === null ? null : (row.status as "accepted" | "rejected");
}
