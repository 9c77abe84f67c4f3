import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { SERVICE } from "@/lib/core/service";
import { lockProjectForChange } from "../../projects/in-organisation";
import { parseDomainName } from "./domain-name";
import { dkimKeyPlace, type SenderDomain, toSenderDomain } from "./resource";

const generate = promisify(generateKeyPair);

export interface SetSenderDomainInput {
  organisationId: string;
  projectId: string;
  domain: string;
}

/**
 * Gives a project a domain for its mails and a key that signs them; the same domain again keeps its key. Mails do not
 * change until `verifySenderDomain` has seen the records.
 */
export async function setSenderDomain(ctx: Context, input: SetSenderDomainInput): Promise<SenderDomain> {
  const { organisationId, projectId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  const domain = parseDomainName(input.domain);
  const key = await makeKey(ctx, projectId);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const kept = await tx.db.senderDomain.findFirst({ where: { projectId, domain } });
    if (kept) return toSenderDomain(kept, ctx.mail.spfMechanism);
    const values = { domain, ...key, createdAt: tx.clock.now(), checkedAt: null, verifiedAt: null };
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

/** Every receiver verifies RSA with 2048 bits (RFC 8301), which is not yet true of Ed25519 (RFC 8463). */
async function makeKey(ctx: Context, projectId: string) {
  const { publicKey, privateKey } = await generate("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    // Every key has its own selector, so that one project's records do not serve another's.
    dkimSelector: `${SERVICE.slug}-${Buffer.from(ctx.random.bytes(5)).toString("hex")}`,
    dkimPublicKey: publicKey.toString("base64"),
    dkimPrivateKey: ctx.sealer.seal(privateKey, dkimKeyPlace(projectId)),
  };
}
