import { byteText } from "@/lib/core/byte-text";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { readKept } from "./read";

/**
 * Throws `limit_reached` when the organisation keeps more than it may, so that the caller's transaction takes back the
 * bytes that it has just added. Until its end no other one adds anything: the counter's row is locked.
 */
export async function requireKeptRoom(
  tx: Context,
  { organisationId, added }: { organisationId: string; added: number },
): Promise<void> {
  const { used, limit } = await readKept(tx, organisationId);
  if (added === 0 || used <= limit) return;
  throw new ServiceError(
    "limit_reached",
    `Undoing this later would take ${byteText(added)} more. The organisation uses ${byteText(used - added)} ` +
      `of ${byteText(limit)} for restore points, undo and deleted databases. ${await whatToDelete(tx, organisationId)}`,
  );
}

/** Returns advice that names the largest kept item: a deleted database, a restore point, or a database's undo data. */
async function whatToDelete(tx: Context, organisationId: string): Promise<string> {
  const [deleted] = await tx.db.deletedDatabase.findMany({
    where: { organisationId },
    orderBy: [{ sizeBytes: "desc" }, { databaseId: "asc" }],
    take: 1,
    select: { sizeBytes: true, database: { select: { name: true } } },
  });
  const [point] = await tx.db.restorePoint.findMany({
    where: { organisationId, status: "ready", sizeBytes: { gt: 0 } },
    orderBy: [{ sizeBytes: "desc" }, { id: "asc" }],
    take: 1,
    select: { name: true, sizeBytes: true, database: { select: { name: true } } },
  });
  const [undo] = await tx.db.dataChange.groupBy({
    by: ["databaseId"],
    where: { organisationId, status: { not: "pending" }, sizeBytes: { gt: 0 } },
    _sum: { sizeBytes: true },
    orderBy: { _sum: { sizeBytes: "desc" } },
    take: 1,
  });
  const undoBytes = Number(undo?._sum.sizeBytes ?? 0);
  const pointBytes = Number(point?.sizeBytes ?? 0);
  const deletedBytes = Number(deleted?.sizeBytes ?? 0);
  if (deleted && deletedBytes > Math.max(undoBytes, pointBytes)) {
    return `Delete “${deleted.database.name}” permanently first, a deleted database with ${byteText(deletedBytes)}, on the page Databases.`;
  }
  if (undo && undoBytes > pointBytes) {
    const { name } = await tx.db.database.findUniqueOrThrow({ where: { id: undo.databaseId }, select: { name: true } });
    return `Delete undo data first: the database “${name}” has ${byteText(undoBytes)}, on its History page.`;
  }
  if (!point) return "The operator of this installation can raise the limit.";
  const { name, database } = point;
  return `Delete restore points first: the largest is “${name}” in the database “${database.name}”, with ${byteText(pointBytes)}.`;
}
