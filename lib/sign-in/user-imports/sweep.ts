import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { addUserImportJob } from "@/lib/core/queue/add";
import { endImport } from "./end";

const MINUTE_MS = 60_000;
/** A part takes less than a second: an import without progress for this long has lost its process. */
const LOST_AFTER_MS = MINUTE_MS;
/** An upload may take this long between two parts. */
const UPLOAD_MS = 15 * MINUTE_MS;
/** A file that was checked waits this long to be imported. */
const CHECKED_MS = 24 * 60 * MINUTE_MS;
const REPORT_MS = 30 * CHECKED_MS;

/** Continues imports whose process died, ends those that nobody finishes, and deletes old reports. */
export async function sweepUserImports(ctx: Context): Promise<void> {
  const before = (milliseconds: number) => new Date(ctx.clock.now().getTime() - milliseconds);
  const lost = await ctx.db.$queryRaw<{ id: string; projectId: string }[]>(Prisma.sql`
    SELECT import.id, import.project_id AS "projectId" FROM user_import import
    LEFT JOIN graphile_worker.jobs job ON job.key = 'import-users:' || import.id
    WHERE import.status IN ('checking', 'running') AND import.progress_at < ${before(LOST_AFTER_MS)}
      AND (job.id IS NULL OR job.locked_at IS NOT NULL OR job.attempts >= job.max_attempts)`);
  for (const { id: importId, projectId } of lost) await addUserImportJob(ctx, { projectId, importId });
  await endStale(ctx, "receiving", before(UPLOAD_MS), "The upload didn't finish.");
  await endStale(ctx, "checked", before(CHECKED_MS), "It was checked, but not started within a day.");
  await ctx.db.userImport.deleteMany({
    where: { status: { in: ["done", "cancelled", "failed"] }, progressAt: { lt: before(REPORT_MS) } },
  });
}

async function endStale(ctx: Context, status: string, before: Date, failure: string): Promise<void> {
  const stale = await ctx.db.userImport.findMany({
    where: { status, progressAt: { lt: before } },
    select: { id: true, projectId: true, project: { select: { organisationId: true } } },
  });
  for (const { id: importId, projectId, project } of stale) {
    const organisationId = project.organisationId ?? SERVICE_SCOPE;
    await withTransaction(ctx, (tx) =>
      endImport(tx, organisationId, { projectId, importId }, { status: "failed", failure }),
    );
  }
}
