import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { dkimKeyPlace, type SenderDomainRow } from "./resource";

/**
 * Lets the new key of a rotation sign from now on, in the caller's transaction. The old private key is deleted; its
 * record is kept in mind for mails on their way. Returns the row as it is then.
 */
export async function takeOver(
  tx: Context,
  { organisationId, projectId }: ProjectAddress,
  row: SenderDomainRow,
): Promise<SenderDomainRow> {
  const { domain, dkimSelector: oldSelector, nextSelector, nextPublicKey } = row;
  const where = { projectId, domain, dkimSelector: oldSelector, nextSelector };
  const keys = await tx.db.senderDomain.findFirst({ where, select: { nextPrivateKey: true } });
  if (!keys?.nextPrivateKey || nextSelector === null || nextPublicKey === null) return row;
  const privateKey = tx.sealer.open(keys.nextPrivateKey, dkimKeyPlace(projectId, "next_private_key"));
  const changed = {
    ...{ dkimSelector: nextSelector, dkimPublicKey: nextPublicKey },
    ...{ nextSelector: null, nextPublicKey: null, oldSelector, rotatedAt: tx.clock.now() },
  };
  const dkimPrivateKey = tx.sealer.seal(privateKey, dkimKeyPlace(projectId));
  await tx.db.senderDomain.updateMany({ where, data: { ...changed, dkimPrivateKey, nextPrivateKey: null } });
  const data = { domain, selector: nextSelector };
  await recordAudit(tx, { organisationId, action: "sender_domain.take_over", targetId: projectId, data });
  return { ...row, ...changed };
}
