import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { KeyId, OrganisationId } from "@/lib/core/id-schemas";
import { WITH_PERSON } from "@/lib/people/members/resource";
import { type ManagementKey, toManagementKey } from "./resource";

export const RevokeKeyInput = z.object({ organisationId: OrganisationId, keyId: KeyId });
type RevokeKeyInput = z.infer<typeof RevokeKeyInput>;

/** Revokes a key for good; repeating it changes nothing. Members need `members:write` for the keys of others. */
export async function revokeKey(ctx: Context, input: RevokeKeyInput): Promise<ManagementKey> {
  requireMemberPermission(ctx, input.organisationId, "keys:write");
  const { organisationId, keyId } = input;
  return withTransaction(ctx, async (tx) => {
    const where = { id: keyId, organisationId };
    const found = await tx.db.managementKey.findFirst({ where, select: { memberId: true } });
    if (!found) throw keyNotFound();
    if (tx.actor.kind !== "operator" && found.memberId !== tx.actor.id) {
      requireMemberPermission(tx, organisationId, "members:write");
    }
    const now = tx.clock.now();
    const { count } = await tx.db.managementKey.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: now },
    });
    const include = { member: { select: WITH_PERSON } };
    const row = await tx.db.managementKey.findFirst({ where, include });
    if (!row) throw keyNotFound();
    if (count > 0) {
      const data = { name: row.name, hint: row.hint };
      await recordAudit(tx, { organisationId, action: "key.revoke", targetId: keyId, data });
    }
    return toManagementKey(row, now);
  });
}

function keyNotFound(): ServiceError {
  return new ServiceError("not_found", "Key not found.");
}
