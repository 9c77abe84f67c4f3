import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireActiveProject } from "../../project-keys/authorise";
import { type ConnectionAddress, lockConnection, WRITE_SSO } from "../../sso/connections/address";
import { insertScimToken, scimTokenNotFound, validAt } from "./insert";
import type { CreatedScimToken } from "./resource";

export const RotateScimTokenInput = z.strictObject({
  keepSeconds: z
    .int()
    .min(0)
    .max(2_592_000)
    .default(86_400)
    .meta({ description: "How long the old token stays valid.", example: 86_400 }),
});

/**
 * Creates a token in the place of another, which stays valid for a while. Throws `sso_connection_not_found`,
 * `not_found` for a token that isn't valid any more, and `conflict` where two are.
 */
export async function rotateScimToken(
  ctx: Context,
  { tokenId: id, keepSeconds, ...address }: ConnectionAddress & { tokenId: string; keepSeconds: number },
): Promise<CreatedScimToken> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    await lockConnection(tx, address);
    const now = tx.clock.now();
    const old = await tx.db.scimToken.findFirst({ where: { id, projectId, connectionId, ...validAt(now) } });
    if (!old) throw scimTokenNotFound();
    const token = await insertScimToken(tx, address);
    const end = new Date(now.getTime() + keepSeconds * 1_000);
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
    await tx.db.scimToken.updateMany({ where: { id, projectId, connectionId }, data: { expiresAt } });
    const data = { projectId, token: token.id, hint: token.hint, replaces: id, until: expiresAt.toISOString() };
    await recordAudit(tx, { organisationId, action: "scim_token.rotate", targetId: connectionId, data });
    return token;
  });
}
