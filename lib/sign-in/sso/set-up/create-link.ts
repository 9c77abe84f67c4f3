import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../../core/add-seconds";
import { hostedPageAddress } from "../../pages/address";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "../connections/address";
import { requireActiveConnectionOwner } from "../connections/authorise";

const TOKEN_LENGTH = 43;
const DAY_SECONDS = 86_400;

export const CreateSetUpLinkInput = z
  .strictObject({
    days: z.int().min(1).max(30).default(7).meta({ description: "How long it works.", example: 7 }),
  })
  .meta({ example: { days: 7 } });

export const SetUpLink = z
  .object({
    link: z.string().meta({
      description: "For the company's administrator alone.",
      example: "https://id.example.com/auth/p_4k9x2m7q1w8e5r3t6y0u/sso-set-up?token=…",
    }),
    expiresAt: z.iso.datetime().meta({ example: "2026-01-08T12:00:00.000Z" }),
  })
  .meta({ id: "SsoSetUpLink" });

/**
 * Creates a link by which a company's administrator sets the connection up without an account. The first browser that
 * opens it has it, until it expires, is revoked, or the connection is switched on there. An earlier link stops working.
 * Throws `sso_connection_not_found`, `project_suspended`.
 */
export async function createSetUpLink(
  ctx: Context,
  { days, ...address }: ConnectionAddress & z.infer<typeof CreateSetUpLinkInput>,
): Promise<z.infer<typeof SetUpLink>> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, WRITE_SSO);
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  return withTransaction(ctx, async (tx) => {
    await lockConnection(tx, address);
    await tx.db.ssoSetUpLink.deleteMany({ where: { projectId, connectionId } });
    const createdAt = tx.clock.now();
    const expiresAt = addSeconds(createdAt, days * DAY_SECONDS);
    const id = createId("ssoSetUpLink", tx.random);
    const row = { id, projectId, connectionId, tokenHash: hashSecretText(token), createdBy: tx.actor.id };
    await tx.db.ssoSetUpLink.create({ data: { ...row, createdAt, expiresAt }, select: { id: true } });
    const data = { projectId, linkId: id, expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, { organisationId, action: "sso_set_up.create_link", targetId: connectionId, data });
    const link = `${hostedPageAddress(tx, projectId, "sso-set-up")}?token=${token}`;
    return { link, expiresAt: expiresAt.toISOString() };
  });
}
