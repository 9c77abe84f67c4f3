import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import type { StorageContext } from "../context";
import { newMark } from "./ownership";

/**
 * Makes this installation the owner of its store, in place of another that is gone. Returns `false` for a store that no
 * other installation reaches. Throws `object_store_unavailable`.
 */
export async function claimStore(ctx: StorageContext): Promise<boolean> {
  requireOperator(ctx);
  const { ownerMark } = ctx.objects;
  if (ownerMark === null) return false;
  const mark = newMark();
  await withTransaction(ctx, async (tx) => {
    const data = { mark, claimedAt: ctx.clock.now() };
    await tx.db.objectStoreOwner.upsert({ where: { singleton: true }, create: data, update: data });
    await recordAudit(tx, { organisationId: null, action: "object_store.claim", targetId: mark });
  });
  // An end between the two leaves the store to the other installation, until it is claimed again.
  await ownerMark.write(mark);
  return true;
}
