import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockProjectForChange } from "../../projects/in-organisation";
import { makeDkimKey } from "./dkim-key";
import { parseDomainName } from "./domain-name";
import { dkimKeyPlace, type SenderDomain, toSenderDomain } from "./resource";

export const SetSenderDomainInput = z.object({
  domain: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .meta({
      form: {
        label: "Domain",
        note: "The root domain, unless you send mail from a subdomain",
        kind: "url",
        placeholder: "shop.example",
        fault: "Enter a domain, such as shop.example.",
      },
    }),
});

interface SetSenderDomain extends z.infer<typeof SetSenderDomainInput> {
  organisationId: string;
  projectId: string;
}

/**
 * Gives a project a domain for its mails and a key that signs them; the same domain again keeps its key. Mails do not
 * change until `verifySenderDomain` has seen the records.
 */
export async function setSenderDomain(ctx: Context, input: SetSenderDomain): Promise<SenderDomain> {
  const { organisationId, projectId } = input;
  requireMemberPermission(ctx, organisationId, "sender-domains:write");
  const domain = parseDomainName(input.domain);
  const key = await makeDkimKey(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const kept = await tx.db.senderDomain.findFirst({ where: { projectId, domain } });
    if (kept) return toSenderDomain(kept, ctx.mail.spfMechanism);
    const values = {
      domain,
      dkimSelector: key.selector,
      dkimPublicKey: key.publicKey,
      dkimPrivateKey: ctx.sealer.seal(key.privateKey, dkimKeyPlace(projectId)),
      ...{ nextSelector: null, nextPublicKey: null, nextPrivateKey: null, oldSelector: null, rotatedAt: null },
      createdAt: tx.clock.now(),
      checkedAt: null,
      verifiedAt: null,
      findings: Prisma.DbNull,
    };
    const row = await tx.db.senderDomain.upsert({
      where: { projectId },
      create: { projectId, ...values },
      update: values,
    });
    const data = { domain, selector: row.dkimSelector };
    await recordAudit(tx, { organisationId, action: "sender_domain.set", targetId: projectId, data });
    return toSenderDomain(row, ctx.mail.spfMechanism);
  });
}
