import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { toOneLine } from "@/lib/core/names";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { changeCollections } from "./change";
import { collectionTable, getCollection } from "./collection";
import type { CollectionInput } from "./collection-name";

const MAX_SHOWN = 50;

/**
 * Drops a collection after taking a restore point, which ends the sessions of the database. Throws `not_found`, and
 * the errors of `createRestorePoint`.
 */
export async function deleteCollection(
  ctx: Context,
  { databaseId, collection }: z.infer<typeof CollectionInput>,
): Promise<{ restorePointId: string }> {
  requirePermission(ctx.actor, "data:write");
  await withReadSession(ctx, { databaseId }, (session) => getCollection(session, collection));
  const shown = [...toOneLine(collection)].slice(0, MAX_SHOWN).join("");
  const point = await createRestorePoint(ctx, {
    databaseId,
    name: `Before deleting ${shown}`,
    origin: "before-change",
    isProtected: true,
  });
  await changeCollections(ctx, { databaseId }, async (session, organisationId) => {
    const { name } = await getCollection(session, collection);
    await session.query(`DROP TABLE ${collectionTable(name)}`);
    await recordAudit(ctx, {
      organisationId,
      action: "collection.delete",
      targetId: databaseId,
      data: { name, restorePointId: point.id },
    });
  });
  return { restorePointId: point.id };
}
