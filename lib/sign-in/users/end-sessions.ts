import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireProject } from "../project-keys/authorise";
import { endAllSessions, getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

export const EndedSessions = z
  .object({ ended: z.int().meta({ description: "How many sessions there were.", example: 2 }) })
  .meta({ id: "EndedSessions" });

export async function endUserSessions(ctx: Context, address: UserAddress): Promise<z.infer<typeof EndedSessions>> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    await getUserInProject(tx, address);
    const ended = await endAllSessions(tx, address);
    const data = { sessions: ended };
    await recordOwnerEvent(tx, projectId, { kind: "session.revoke", outcome: "accepted", userId, data });
    const action = "user.end_sessions";
    await recordAudit(tx, { organisationId, action, targetId: userId, data: { projectId, ...data } });
    return { ended };
  });
}
