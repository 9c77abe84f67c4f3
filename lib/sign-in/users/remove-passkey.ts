import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { requireProject } from "../project-keys/authorise";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

export const RemovedPasskey = z
  .object({ id: z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" }) })
  .meta({ id: "RemovedPasskey" });

/** Removes a passkey of a user, who is told by mail. Throws `not_found`. Sessions stay. */
export async function removeUserPasskey(
  ctx: Context,
  { projectId, userId, passkeyId }: UserAddress & { passkeyId: string },
): Promise<z.infer<typeof RemovedPasskey>> {
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const { email } = await getUserInProject(tx, { projectId, userId });
    const where = { id: passkeyId, userId, projectId };
    const passkey = await tx.db.passkey.findFirst({ where, select: { name: true } });
    const { count } = await tx.db.passkey.deleteMany({ where });
    if (!passkey || count === 0) throw new ServiceError("not_found", "Passkey not found.");
    const content = { passkeyName: passkey.name ?? "" };
    await queueMail(tx, { projectId, kind: "passkey-removed", to: email, content });
    const data = { passkeyId };
    await recordOwnerEvent(tx, projectId, { kind: "passkey.remove", outcome: "accepted", userId, data });
    const audit = { projectId, passkeyId };
    await recordAudit(tx, { organisationId, action: "user.remove_passkey", targetId: userId, data: audit });
    return { id: passkeyId };
  });
}
