import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { findPeople } from "@/lib/people/members/find-people";
import { RESTORE_POINT_COLUMNS, type RestorePoints, toRestorePoint } from "./resource";
import { retentionOf } from "./retention";
import { isSchedule, nextDue } from "./schedule";

/** Returns a database's restore points, its schedule and what the plan keeps. Throws `database_not_found`. */
export async function listRestorePoints(ctx: Context, input: { databaseId: string }): Promise<RestorePoints> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const [rows, database, retention, kept, running] = await Promise.all([
    ctx.db.restorePoint.findMany({
      where: { databaseId, status: { not: "deleting" } },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      select: RESTORE_POINT_COLUMNS,
    }),
    ctx.db.database.findUniqueOrThrow({ where: { id: databaseId }, select: { restoreSchedule: true } }),
    retentionOf(ctx, organisationId),
    readKept(ctx, organisationId),
    ctx.db.operation.findFirst({
      where: { databaseId, status: "running", kind: { in: ["restore-point", "restore"] } },
      select: { kind: true, step: true },
    }),
  ]);
  const people = await findPeople(
    ctx,
    rows.map(({ createdById }) => createdById),
  );
  const schedule = isSchedule(database.restoreSchedule) ? database.restoreSchedule : "off";
  return {
    items: rows.map((row) => ({ ...toRestorePoint(row), madeBy: people.get(row.createdById) ?? null })),
    running: running && { kind: running.kind === "restore" ? "restore" : "restore-point", step: running.step },
    schedule,
    nextAt: schedule === "off" ? null : nextDue(databaseId, schedule, ctx.clock.now()).toISOString(),
    retention,
    kept,
  };
}
