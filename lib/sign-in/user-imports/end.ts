import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import type { ImportAddress } from "./address";

interface Ending {
  status: "done" | "checked" | "cancelled" | "failed";
  failure?: string;
}

const OPEN = ["receiving", "checking", "checked", "running"];
const NOBODY = { done: 0, created: 0, updated: 0, skipped: 0 };

/** Ends an import and deletes its file, which a check leaves to be imported. Returns `null` when it is over already. */
export async function endImport(
  tx: Context,
  organisationId: string,
  { projectId, importId }: ImportAddress,
  { status, failure }: Ending,
) {
  const now = tx.clock.now();
  // Users whom a check has counted were never imported.
  if (status !== "checked") {
    const where = { id: importId, projectId, status: { in: ["checking", "checked"] } };
    await tx.db.userImport.updateMany({ where, data: NOBODY });
  }
  const [row] = await tx.db.userImport.updateManyAndReturn({
    where: { id: importId, projectId, status: { in: OPEN } },
    data: { status, failure: failure ?? null, finishedAt: now, progressAt: now },
  });
  if (!row || status === "checked") return row ?? null;
  await tx.db.userImportPart.deleteMany({ where: { importId, userImport: { projectId } } });
  const { created, updated, skipped, refused } = row;
  const data = { importId, status, created, updated, skipped, refused };
  await recordAudit(tx, { organisationId, action: "user.end_import", targetId: projectId, data });
  return row;
}
