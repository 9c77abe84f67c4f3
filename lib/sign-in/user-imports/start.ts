import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { addUserImportJob } from "@/lib/core/queue/add";
import { requireActiveProject } from "../project-keys/authorise";
import { getImportInProject, type ImportAddress, TRANSFER_USERS } from "./address";
import { toUserImport, type UserImport } from "./resource";

/** Imports a file that was checked. Throws `not_found`, `conflict`. */
export async function startUserImport(ctx: Context, address: ImportAddress): Promise<UserImport> {
  const { projectId, importId } = address;
  const { organisationId } = await requireActiveProject(ctx, projectId, TRANSFER_USERS);
  await getImportInProject(ctx, address);
  try {
    return await withTransaction(ctx, async (tx) => {
      const [row] = await tx.db.userImport.updateManyAndReturn({
        where: { id: importId, projectId, status: "checked" },
        data: {
          ...{ status: "running", done: 0, created: 0, updated: 0, skipped: 0, refused: 0 },
          ...{ progressAt: tx.clock.now(), finishedAt: null },
        },
      });
      if (!row) throw new ServiceError("conflict", "Only an import that was checked can be started.");
      await tx.db.userImportProblem.deleteMany({ where: { importId, userImport: { projectId } } });
      await addUserImportJob(tx, address);
      const data = { importId, source: row.source, users: row.records, isDryRun: false };
      await recordAudit(tx, { organisationId, action: "user.import", targetId: projectId, data });
      return toUserImport(row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "Another import of this project is running. Wait for it, or cancel it.");
  }
}
