import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { updateSsoConnection } from "../connections/update";
import type { CurrentSetUp } from "./current";
import { findLogOf } from "./log-of";

/**
 * Switches the connection on, which ends its link. Throws the errors of `updateSsoConnection`, such as `conflict`
 * without an identity provider or a verified domain.
 */
export async function finishSetUp({ ctx, address }: CurrentSetUp): Promise<void> {
  const { projectId, connectionId } = address;
  await withTransaction(ctx, async (tx) => {
    await updateSsoConnection(tx, { ...address, enabled: true });
    await tx.db.ssoSetUpLink.deleteMany({ where: { projectId, connectionId } });
    const organisationId = await findLogOf(tx, connectionId);
    await recordAudit(tx, {
      organisationId,
      action: "sso_set_up.finish",
      targetId: connectionId,
      data: { projectId },
    });
  });
}
