import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireProject } from "../../project-keys/authorise";
import { type ConnectionAddress, getConnection, WRITE_SSO } from "../../sso/connections/address";
import { scimTokenNotFound } from "./insert";
import { type ScimToken, toScimToken } from "./resource";

/** Revokes a token for good, also in a suspended project. Throws `sso_connection_not_found`, `not_found`. */
export async function revokeScimToken(
  ctx: Context,
  { tokenId: id, ...address }: ConnectionAddress & { tokenId: string },
): Promise<ScimToken> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_SSO);
  return withTransaction(ctx, async (tx) => {
    await getConnection(tx, address);
    const where = { id, projectId, connectionId };
    const now = tx.clock.now();
    const { count } = await tx.db.scimToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: now },
    });
    const row = await tx.db.scimToken.findFirst({ where });
    if (!row) throw scimTokenNotFound();
    if (count > 0) {
      const data = { projectId, token: id, hint: row.hint };
      await recordAudit(tx, { organisationId, action: "scim_token.revoke", targetId: connectionId, data });
    }
    return toScimToken(row, now);
  });
}
