import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireProject } from "../project-keys/authorise";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

export const EndedSession = z
  .object({ id: z.string().meta({ example: "ses_4k9x2m7q1w8e5r3t6y0u" }) })
  .meta({ id: "EndedSession" });

/** Ends one session of a user. Throws `not_found` for one that has ended, and for another user's. */
export async function endUserSession(
  ctx: Context,
  { projectId, userId, sessionId }: UserAddress & { sessionId: string },
): Promise<z.infer<typeof EndedSession>> {
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    await getUserInProject(tx, { projectId, userId });
    const { count } = await tx.db.session.deleteMany({ where: { id: sessionId, userId, projectId } });
    if (count === 0) throw new ServiceError("not_found", "Session not found.");
    const data = { sessions: 1 };
    await recordOwnerEvent(tx, projectId, { kind: "session.revoke", outcome: "accepted", userId, data });
    const audit = { projectId, sessionId };
    await recordAudit(tx, { organisationId, action: "user.end_session", targetId: userId, data: audit });
    return { id: sessionId };
  });
}
