import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { requireReady } from "@/lib/hosting/databases/ready";
import type { RealtimeDatabase } from "../outbox/open";

/**
 * Returns the database whose changes users of a project's app may hear of. The caller has checked who asks. Throws
 * `not_found` where the project has none, and `database_not_ready`.
 */
export async function findProjectDatabase(ctx: Context, projectId: string): Promise<RealtimeDatabase> {
  const project = await ctx.db.project.findFirst({
    where: { id: projectId, deletedAt: null },
    select: { database: { select: { id: true, hostId: true, status: true } } },
  });
  if (!project?.database) throw new ServiceError("not_found", "The project publishes no tables.");
  const { status, ...database } = project.database;
  await requireReady(ctx, { id: database.id, status });
  return database;
}
