import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../../context";
import { recordSecurityEvent } from "../../events/record";

/** Clocks of identity providers are off by seconds. */
const LEEWAY_MILLISECONDS = 60_000;

interface Ended {
  /** `null` for everybody of the session. */
  subject: string | null;
  /** Empty for all sessions of the subject. */
  sessionIndexes: readonly string[];
  /** Sessions that began later stay, so that a message which comes again ends no new one. */
  issuedAt: Date;
}

/** Ends the sessions that came of these sessions at the identity provider. Returns how many. */
export async function endSsoSessions(
  ctx: UserContext,
  connectionId: string,
  { subject, sessionIndexes, issuedAt }: Ended,
): Promise<number> {
  const projectId = ctx.project.id;
  return withTransaction(ctx, async (tx) => {
    const rows = await tx.db.ssoSession.findMany({
      where: {
        projectId,
        connectionId,
        ...(subject !== null && { subject }),
        ...(sessionIndexes.length > 0 && { sessionIndex: { in: [...sessionIndexes] } }),
        createdAt: { lte: new Date(issuedAt.getTime() + LEEWAY_MILLISECONDS) },
      },
      select: { id: true, userId: true },
    });
    const ids = rows.map(({ id }) => id);
    const { count } = await tx.db.session.deleteMany({ where: { projectId, ssoSessionId: { in: ids } } });
    // One that waits for its second factor must not become a session any more.
    const users = [...new Set(rows.map((row) => row.userId))];
    await tx.db.flow.deleteMany({ where: { projectId, kind: "two-factor", userId: { in: users } } });
    await tx.db.ssoSession.deleteMany({ where: { projectId, id: { in: ids } } });
    const data = { provider: connectionId, sessions: count };
    for (const userId of users) {
      await recordSecurityEvent(tx, { kind: "session.sign_out", outcome: "accepted", userId, data });
    }
    return count;
  });
}
