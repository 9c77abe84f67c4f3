import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { lockProjectForChange } from "../../projects/in-organisation";
import { senderDomainNotFound } from "./resource";

/** Removes a project's sender domain and its key. Mails come from the service's own sender again. */
export async function removeSenderDomain(ctx: Context, address: ProjectAddress): Promise<{ domain: string }> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "sender-domains:write");
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const row = await tx.db.senderDomain.findUnique({ where: { projectId }, select: { domain: true } });
    if (!row) throw senderDomainNotFound();
    await tx.db.senderDomain.delete({ where: { projectId }, select: { projectId: true } });
    await recordAudit(tx, { organisationId, action: "sender_domain.remove", targetId: projectId, data: row });
    return row;
  });
}
