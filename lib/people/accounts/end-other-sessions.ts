import { requireUser } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { recordSecurityEvent } from "@/lib/sign-in/events/record";
import { getDashboardProjectId } from "./dashboard-project";

interface EndOtherSessionsInput {
  /** The session that stays. */
  sessionId: string;
  userAgent: string;
}

/** Signs the account out everywhere but here. */
export async function endOtherSessions(ctx: Context, { sessionId, userAgent }: EndOtherSessionsInput) {
  const userId = requireUser(ctx);
  const projectId = await getDashboardProjectId(ctx);
  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.session.deleteMany({ where: { userId, projectId, id: { not: sessionId } } });
    if (count === 0) return { ended: 0 };
    const request = { ...tx, project: { id: projectId }, userAgent };
    const data = { sessions: count };
    await recordSecurityEvent(request, { kind: "session.revoke", outcome: "accepted", userId, data });
    return { ended: count };
  });
}
