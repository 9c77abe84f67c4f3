import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { type AdminKey, toAdminKey } from "./resource";

/** Revokes an admin key for good; repeating it changes nothing. Throws `not_found`. */
export async function revokeAdminKey(ctx: Context, { keyId }: { keyId: string }): Promise<AdminKey> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const { count } = await tx.db.adminKey.updateMany({
      where: { id: keyId, revokedAt: null },
      data: { revokedAt: now },
    });
    const row = await tx.db.adminKey.findUnique({ where: { id: keyId } });
    if (!row) throw new ServiceError("not_found", "Key not found.");
    if (count > 0) {
      const data = { name: row.name, hint: row.hint };
      await recordAudit(tx, { organisationId: null, action: "admin_key.revoke", targetId: keyId, data });
    }
    return toAdminKey(row, now);
  });
}
