import { recordAudit, SERVICE_SCOPE } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { updateSsoConnection } from "../connections/update";
import type { CurrentSetUp } from "./current";

/**
 * Switches the connection on, which ends its link. Throws what `updateSsoConnection` throws, such as `conflict` without
 * an identity provider or a verified domain.
 */
export async function finishSetUp({ ctx, address }: CurrentSetUp): Promise<void> {
  const { projectId, connectionId } = address;
  await withTransaction(ctx, async (tx) => {
    await updateSsoConnection(tx, { ...address, enabled: true });
    await tx.db.ssoSetUpLink.deleteMany({ where: { projectId, connectionId } });
    const project = await tx.db.project.findUnique({ where: { id: projectId }, select: { organisationId: true } });
    await recordAudit(tx, {
      organisationId: project?.organisationId ?? SERVICE_SCOPE,
      action: "sso_set_up.finish",
      targetId: connectionId,
      data: { projectId },
    });
  });
}
