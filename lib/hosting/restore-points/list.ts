import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { findPeople } from "@/lib/people/members/find-people";
import { RESTORE_POINT_COLUMNS, type RestorePoints, toRestorePoint } from "./resource";
import { retentionOf } from "./retention";
import { isSchedule, nextDue } from "./schedule";

const MAX_SHOWN = 300;

/** Returns a database's restore points, its schedule and the plan's retention. Throws `database_not_found`. */
export async function listRestorePoints(ctx: Context, input: { databaseId: string }): Promise<RestorePoints> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const [rows, database, retention, kept, running] = await Promise.all([
    ctx.db.restorePoint.findMany({
      where: { databaseId, status: { not: "deleting" } },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      select: {
        ...RESTORE_POINT_COLUMNS,
        statementId: true,
        // The first change is the restore point's cause; others after it share it.
        dataChanges: {
          where: { statementId: { not: null } },
          orderBy: { createdAt: "asc" },
          take: 1,
          select: { statementId: true },
        },
      },
    }),
    ctx.db.database.findUniqueOrThrow({ where: { id: databaseId }, select: { restoreSchedule: true } }),
    retentionOf(ctx, organisationId),
    readKept(ctx, organisationId),
    ctx.db.operation.findFirst({
      where: { databaseId, status: "running", kind: { in: ["restore-point", "restore"] } },
      select: { kind: true, step: true },
    }),
  ]);
  const statementOf = (row: (typeof rows)[number]) => row.statementId ?? row.dataChanges[0]?.statementId ?? "";
  const [people, statements] = await Promise.all([
    findPeople(
      ctx,
      rows.map(({ createdById }) => createdById),
    ),
    ctx.db.statement.findMany({
      where: { databaseId, id: { in: rows.map(statementOf) } },
      select: { id: true, text: true },
    }),
  ]);
  const texts = new Map(statements.map(({ id, text }) => [id, text.slice(0, MAX_SHOWN).toWellFormed()]));
  const schedule = isSchedule(database.restoreSchedule) ? database.restoreSchedule : "off";
  return {
    items: rows.map((row) => ({
      ...toRestorePoint(row),
      madeBy: people.get(row.createdById) ?? null,
      statement: texts.get(statementOf(row)) ?? null,
    })),
    running: running && { kind: running.kind === "restore" ? "restore" : "restore-point", step: running.step },
    schedule,
    nextAt: schedule === "off" ? null : nextDue(databaseId, schedule, ctx.clock.now()).toISOString(),
    retention,
    kept,
  };
}
