import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { databaseNotFound } from "@/lib/core/not-found";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";

export const SetProjectDatabaseInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  /** `null` takes its database from the project. */
  databaseId: z.string().nullable(),
});
type SetProjectDatabaseInput = z.infer<typeof SetProjectDatabaseInput>;

export interface ProjectDatabase {
  projectId: string;
  databaseId: string | null;
}

/**
 * Makes a database of the same organisation the project's own, which its functions and realtime changes mean. It can't
 * be deleted meanwhile. Throws `project_not_found`, `database_not_found`, `conflict` for that of another project.
 */
export async function setProjectDatabase(ctx: Context, input: SetProjectDatabaseInput): Promise<ProjectDatabase> {
  const { organisationId, projectId, databaseId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  if (databaseId !== null) requireMemberPermission(ctx, organisationId, "databases:read");
  try {
    return await withTransaction(ctx, async (tx) => {
      await lockProjectForChange(tx, organisationId, projectId);
      if (databaseId !== null) await lockDatabase(tx, organisationId, databaseId);
      const before = await tx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { databaseId: true } });
      if (before.databaseId === databaseId) return { projectId, databaseId };
      // A deleted project that is restored has none then.
      await tx.db.project.updateMany({
        where: { organisationId, databaseId, deletedAt: { not: null } },
        data: { databaseId: null },
      });
      await tx.db.project.update({ where: { id: projectId }, data: { databaseId }, select: { id: true } });
      const data = { from: before.databaseId, to: databaseId };
      await recordAudit(tx, { organisationId, action: "project.set_database", targetId: projectId, data });
      return { projectId, databaseId };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ServiceError("conflict", "It's the database of another project already.");
    throw error;
  }
}

/** A deletion at the same moment either comes first, and the database is not found, or finds it taken. */
async function lockDatabase(tx: Context, organisationId: string, databaseId: string): Promise<void> {
  await tx.db.$queryRaw`select 1 from database where id = ${databaseId} for share`;
  const where = { id: databaseId, organisationId, ...VISIBLE };
  if ((await tx.db.database.count({ where })) === 0) throw databaseNotFound();
}
