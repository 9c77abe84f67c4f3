import { requireUser } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { recordSecurityEvent } from "@/lib/sign-in/events/record";
import { getDashboardProjectId } from "./dashboard-project";

interface SignOutInput {
  sessionId: string;
  userAgent: string;
}

/** Ends the session of the account itself, by whatever it began, so that copies of its cookies are worthless too. */
export async function signOutOfDashboard(ctx: Context, { sessionId, userAgent }: SignOutInput): Promise<void> {
  const userId = await userOf(ctx);
  const projectId = await getDashboardProjectId(ctx);
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.session.deleteMany({ where: { id: sessionId, projectId, userId } });
    if (count === 0) return;
    const request = { ...tx, project: { id: projectId }, userAgent };
    await recordSecurityEvent(request, { kind: "session.sign_out", outcome: "accepted", userId });
  });
}

/** A session by an organisation's connection acts as its member. */
async function userOf(ctx: Context): Promise<string> {
  const { actor, db } = ctx;
  if (actor.kind !== "member") return requireUser(ctx);
  return (await db.member.findUniqueOrThrow({ where: { id: actor.id }, select: { userId: true } })).userId;
}
