import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { lockProjectForChange } from "../../projects/in-organisation";
import { makeDkimKey } from "./dkim-key";
import { dkimKeyPlace, type SenderDomain, senderDomainNotFound, toSenderDomain } from "./resource";

/**
 * Makes a second DKIM key under a selector of its own. Mails are signed with the old one until `verifySenderDomain` has
 * seen the new record. A rotation under way keeps its key. Throws `conflict` for a domain that is not verified.
 */
export async function rotateSenderKey(ctx: Context, address: ProjectAddress): Promise<SenderDomain> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "sender-domains:write");
  const { selector, publicKey, privateKey } = await makeDkimKey(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const before = await tx.db.senderDomain.findUnique({ where: { projectId } });
    if (!before) throw senderDomainNotFound();
    if (before.nextSelector !== null) return toSenderDomain(before, ctx.mail.spfMechanism);
    if (before.verifiedAt === null) {
      throw new ServiceError(
        "conflict",
        "The domain isn't verified. Its key can be replaced once its records are found.",
      );
    }
    const nextPrivateKey = ctx.sealer.seal(privateKey, dkimKeyPlace(projectId, "next_private_key"));
    const row = await tx.db.senderDomain.update({
      where: { projectId },
      data: { nextSelector: selector, nextPublicKey: publicKey, nextPrivateKey },
    });
    const data = { domain: row.domain, selector };
    await recordAudit(tx, { organisationId, action: "sender_domain.rotate", targetId: projectId, data });
    return toSenderDomain(row, ctx.mail.spfMechanism);
  });
}
